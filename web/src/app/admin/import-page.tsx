import { Link } from "@tanstack/react-router";
import { ImportScreen } from "../../features/administration/import/import-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/import */
export function ImportPage() {
  usePageTitle("Import");
  return (
    <ImportScreen
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      renderUsersLink={(label) => (
        <Link className={buttonClass({ size: "sm" })} to="/admin">
          {label}
        </Link>
      )}
    />
  );
}
