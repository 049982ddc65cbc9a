import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { LazyReactors } from "../reactions/lazy-reactors.tsx";
import type { MessageRow } from "./message-rows.ts";
import type { MessageWork } from "./use-message-work.ts";

/** The dialogs about a message, in a channel and in a thread. */
export function MessageDialogs({ work, rows }: { work: MessageWork; rows: readonly MessageRow[] }) {
  const { reactionsOf } = work;
  const item = reactionsOf === null ? undefined : rows.find(({ id }) => id === reactionsOf)?.item;
  return (
    <>
      <ConfirmDialog
        open={work.deleting !== null}
        onClose={work.cancel}
        title="Delete this message?"
        verb="Delete"
        loading={work.isBusy}
        error={work.error ?? undefined}
        onConfirm={() => void work.confirmDelete()}
      >
        It disappears for everyone and cannot be restored.
      </ConfirmDialog>
      <LazyReactors
        message={item?.kind === "message" ? item.message : undefined}
        onClose={() => work.showReactions(null)}
      />
    </>
  );
}
