import { InvitationsScreen } from "../../features/administration/invitations/invitations-screen.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/invitations */
export function InvitationsPage() {
  const { isMailOn } = useWorkspace();
  usePageTitle("Invitations");
  return (
    <InvitationsScreen
      isMailOn={isMailOn}
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
    />
  );
}
