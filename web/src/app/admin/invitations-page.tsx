import { useState } from "react";
import { GuestsScreen } from "../../features/administration/guests/guests-screen.tsx";
import { InvitationsScreen } from "../../features/administration/invitations/invitations-screen.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** /admin/invitations */
export function InvitationsPage() {
  usePageTitle("Invitations");
  return <Invitations />;
}

/** /admin/guests */
export function GuestsPage() {
  usePageTitle("Guests");
  return (
    <div className="flex flex-col gap-4">
      <GuestsScreen />
      <Invitations forGuests />
    </div>
  );
}

function Invitations({ forGuests = false }: { forGuests?: boolean }) {
  const { isMailOn } = useWorkspace();
  const [hasLinks, setHasLinks] = useState(false);
  return (
    <>
      <InvitationsScreen
        forGuests={forGuests}
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
