import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canManageUsers, isSuperAdmin } from "@atoll/contract/permissions";
import { getRouteApi, Link } from "@tanstack/react-router";
import { PackageOpen, UserPlus } from "lucide-react";
import { useState } from "react";
import { PersonSearch } from "../../capabilities/people/person-search.tsx";
import type { StartUserAct } from "../../features/administration/users/dialogs/user-dialog.ts";
import { UserDialogs, useUserDialogs } from "../../features/administration/users/dialogs/user-dialogs.tsx";
import { PendingNotice } from "../../features/administration/users/pending-notice.tsx";
import { SummaryCards } from "../../features/administration/users/summary-cards.tsx";
import { type UserListState, userSearch } from "../../features/administration/users/user-list.ts";
import { UsersPanel } from "../../features/administration/users/users-panel.tsx";
import { StartExportDialog } from "../../features/personal-data/start-export-dialog.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { AdminActions } from "./admin-actions.tsx";

const route = getRouteApi("/workspace/admin/");

/** /admin: the accounts. What the table shows stands in the address, for back, forward and reload. */
export function UsersPage() {
  const viewer = useViewer();
  const state = userSearch.read(route.useSearch());
  const navigate = route.useNavigate();
  const dialogs = useUserDialogs();
  const [exporting, setExporting] = useState<AdminUser | "anybody">();
  usePageTitle("Admin");

  function changeState(next: UserListState) {
    // Going back leaves a search, not one letter of it.
    const isTyping = state.search !== "" && next.search !== state.search;
    void navigate({ search: userSearch.write(next), replace: isTyping, resetScroll: false });
  }
  const act: StartUserAct = (kind, user) => {
    if (kind === "export") return setExporting(user);
    if (kind !== "explain") return dialogs.start(kind, user);
    void navigate({ to: "/admin/why", search: { user: user.id } });
  };
  return (
    <>
      {canManageUsers(viewer) && (
        <AdminActions>
          {isSuperAdmin(viewer) && (
            <Button icon={PackageOpen} onClick={() => setExporting("anybody")}>
              Export personal data
            </Button>
          )}
          <Link className={buttonClass({})} to="/admin/invitations">
            Invite people
          </Link>
          <Button icon={UserPlus} onClick={dialogs.create} variant="primary">
            Create Employee
          </Button>
        </AdminActions>
      )}
      <SummaryCards />
      {canManageUsers(viewer) && state.status !== "pending" && (
        <PendingNotice onShow={() => changeState({ status: "pending" })} />
      )}
      <UsersPanel onAct={act} onStateChange={changeState} state={state} />
      {exporting && (
        <StartExportDialog
          onClose={() => setExporting(undefined)}
          person={exporting === "anybody" ? undefined : exporting}
        />
      )}
      <UserDialogs dialogs={dialogs} renderPersonSearch={(props) => <PersonSearch {...props} />} />
    </>
  );
}
