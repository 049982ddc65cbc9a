import { useState } from "react";
import { RolesScreen } from "../../features/administration/roles/roles-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** /admin/roles */
export function RolesPage() {
  usePageTitle("Roles");
  const [hasUnsaved, setHasUnsaved] = useState(false);
  return (
    <>
      <RolesScreen
        onUnsavedChange={setHasUnsaved}
        renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      />
      <LeaveGuard isOn={hasUnsaved} title="Leave without saving">
        Your changes are not saved yet. Leaving this page discards them.
      </LeaveGuard>
    </>
  );
}
