import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import type { MessageWork } from "./use-message-work.ts";

/** Asks before a message is deleted, in a channel and in a thread alike. */
export function DeleteMessageDialog({ work }: { work: MessageWork }) {
  return (
    <ConfirmDialog
      open={work.deleting !== null}
      onOpenChange={(open) => !open && work.cancel()}
      title="Delete this message?"
      verb="Delete"
      loading={work.isBusy}
      error={work.error ?? undefined}
      onConfirm={() => void work.confirmDelete()}
    >
      It disappears for everyone, and cannot be brought back.
    </ConfirmDialog>
  );
}
