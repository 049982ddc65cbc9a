import { RolesScreen } from "../../features/administration/roles/roles-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/roles */
export function RolesPage() {
  usePageTitle("Roles");
  return <RolesScreen renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>} />;
}
