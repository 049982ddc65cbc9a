import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { directorySearch } from "../../features/administration/directories/api.ts";
import { DirectoriesScreen } from "../../features/administration/directories/directories-screen.tsx";
import { userSearch } from "../../features/administration/users/user-list.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { AdminActions } from "./admin-actions.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** /admin/directories, with the directory that is looked at in the address. */
export function DirectoriesPage() {
  usePageTitle("Directories");
  const [hasSecret, setHasSecret] = useState(false);
  const { directory, trial } = directorySearch.read(useSearch({ from: "/workspace/admin/directories" }));
  const navigate = useNavigate();
  return (
    <>
      <DirectoriesScreen
        onOpen={(id) =>
          void navigate({
            to: "/admin/directories",
            search: directorySearch.write({ directory: id, trial: undefined }),
          })
        }
        onSecretChange={setHasSecret}
        openId={directory}
        trialId={trial}
        renderAccountLink={(email) => (
          <Link
            className={buttonClass({ size: "sm" })}
            search={userSearch.write({ ...userSearch.read({}), search: email })}
            to="/admin"
          >
            Account
          </Link>
        )}
        renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      />
      <LeaveGuard isOn={hasSecret} title="Leave without the secret">
        The new secret is shown only here, and not again. Copy it first, then dismiss the notice.
      </LeaveGuard>
    </>
  );
}
