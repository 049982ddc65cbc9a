import { signOut } from "../../lib/session.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";

/** Asked when signing out would erase messages that have not left this browser. Open while there are any. */
export function SignOutQuestion({ unsent, onClose }: { unsent: number; onClose: () => void }) {
  return (
    <ConfirmDialog
      onConfirm={() => void signOut()}
      onOpenChange={(open) => open || onClose()}
      open={unsent > 0}
      title={unsent === 1 ? "A message has not been sent" : "Some messages have not been sent"}
      verb="Sign out anyway"
    >
      {unsent === 1
        ? "It waits in this browser until there is a connection. Signing out erases it."
        : `${unsent} messages wait in this browser until there is a connection. Signing out erases them.`}
    </ConfirmDialog>
  );
}
