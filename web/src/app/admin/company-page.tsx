import { Link } from "@tanstack/react-router";
import { OwnDetailsButton } from "../../features/administration/users/dialogs/own-details-dialog.tsx";
import { CompanyScreen } from "../../features/workspace/company/company-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { buttonClass } from "../../ui/button/button-class.ts";

const small = buttonClass({ size: "sm" });

/** /admin/company */
export function CompanyPage() {
  usePageTitle("Company");
  return (
    <CompanyScreen
      renderLinks={{
        you: () => <OwnDetailsButton />,
        departments: () => (
          <Link className={small} to="/admin/departments">
            Open departments
          </Link>
        ),
        people: () => (
          <>
            <Link className={small} to="/admin/invitations">
              Invite people
            </Link>
            <Link className={small} to="/admin">
              Create employees
            </Link>
            <Link className={small} to="/admin/import">
              Import a list
            </Link>
          </>
        ),
      }}
    />
  );
}
