import { PersonSearch } from "../../capabilities/people/person-search.tsx";
import { DepartmentsScreen } from "../../features/administration/departments/departments-screen.tsx";
import { sectionTemplates } from "../../features/cards/settings/section-templates.ts";
import { createSection } from "../../features/cards/settings/settings-api.ts";
import { SettingsDrawer } from "../../features/cards/settings/settings-drawer.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/departments */
export function DepartmentsPage() {
  usePageTitle("Departments");
  return (
    <DepartmentsScreen
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      renderPersonSearch={(props) => <PersonSearch {...props} />}
      firstSections={firstSections}
      renderSections={({ id }, onClose) => <SettingsDrawer departmentId={id} onClose={onClose} />}
    />
  );
}

const firstSections = {
  all: sectionTemplates.map(({ id, about, section: { name } }) => ({ id, about, name })),
  /** One after the other, in the order of the templates. */
  async add(departmentId: string, ids: readonly string[]) {
    for (const { id, section } of sectionTemplates)
      if (ids.includes(id)) await createSection(departmentId, { id: uuidv7(), ...section });
  },
};
