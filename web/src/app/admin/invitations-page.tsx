import { useState } from "react";
import { InvitationsScreen } from "../../features/administration/invitations/invitations-screen.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** /admin/invitations */
export function InvitationsPage() {
  const { isMailOn } = useWorkspace();
  const [hasLinks, setHasLinks] = useState(false);
  usePageTitle("Invitations");
  return (
    <>
      <InvitationsScreen
        isMailOn={isMailOn}
        onLinksChange={setHasLinks}
        renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      />
      <LeaveGuard isOn={hasLinks} title="Leave without the links">
        The new links are shown only here, and not again. Copy or save them first, then dismiss the notice.
      </LeaveGuard>
    </>
  );
}
