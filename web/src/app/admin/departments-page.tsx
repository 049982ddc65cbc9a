import { PersonSearch } from "../../capabilities/people/person-search.tsx";
import { DepartmentsScreen } from "../../features/administration/departments/departments-screen.tsx";
import { SettingsDrawer } from "../../features/cards/settings/settings-drawer.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/departments */
export function DepartmentsPage() {
  usePageTitle("Departments");
  return (
    <DepartmentsScreen
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      renderPersonSearch={(props) => <PersonSearch {...props} />}
      renderSections={({ id }, onClose) => <SettingsDrawer departmentId={id} onClose={onClose} />}
    />
  );
}
