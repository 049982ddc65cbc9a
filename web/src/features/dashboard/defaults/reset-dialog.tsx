import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";

/** Asks before a person's arrangement is forgotten. */
export function ResetDialog({ onReset, onClose }: { onReset: () => Promise<void>; onClose: () => void }) {
  const [isResetting, setResetting] = useState(false);
  async function reset() {
    setResetting(true);
    await onReset();
    onClose();
  }
  return (
    <ConfirmDialog
      loading={isResetting}
      onConfirm={() => void reset()}
      onClose={onClose}
      title="Reset dashboard"
      verb="Reset dashboard"
    >
      Your cards and their arrangement are deleted on all your devices. This cannot be undone.
    </ConfirmDialog>
  );
}
