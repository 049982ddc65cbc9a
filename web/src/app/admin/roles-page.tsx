import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { RolesScreen } from "../../features/administration/roles/roles-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/roles */
export function RolesPage() {
  usePageTitle("Roles");
  const [hasUnsaved, setHasUnsaved] = useState(false);
  const leaving = useBlocker({
    // After signing out there is nothing left to save.
    shouldBlockFn: ({ current, next }) =>
      hasUnsaved && next.pathname !== current.pathname && next.pathname !== "/login" && next.pathname !== "/",
    enableBeforeUnload: () => hasUnsaved,
    withResolver: true,
  });
  return (
    <>
      <RolesScreen
        onUnsavedChange={setHasUnsaved}
        renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
      />
      <ConfirmDialog
        open={leaving.status === "blocked"}
        onClose={() => leaving.reset?.()}
        title="Leave without saving"
        verb="Leave without saving"
        onConfirm={() => leaving.proceed?.()}
      >
        Your changes are not saved yet. Leaving this page discards them.
      </ConfirmDialog>
    </>
  );
}
