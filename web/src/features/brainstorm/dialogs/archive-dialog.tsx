import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { useDesk } from "../canvas/desk.tsx";
import { archiveBoard, leaveBoard } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";

/** Archives a board, or takes it back out of the archive. */
export function ArchiveDialog({ onClose }: { onClose: () => void }) {
  const { board } = useDesk();
  const cache = useBoardCache(board.id);
  const request = useRequest(async () => {
    cache.keepBoard(await archiveBoard(board.id, !board.isArchived));
    onClose();
  }, "Failed to change the board");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="primary"
      title={board.isArchived ? "Restore this board?" : "Archive this board?"}
      verb={board.isArchived ? "Restore" : "Archive"}
      {...request}
    >
      {board.isArchived
        ? "People it is shared with can write on it again."
        : "Nobody can write on it until it is restored. Everything on it stays readable."}
    </ConfirmDialog>
  );
}

/** Ends the viewer's own share of a board. */
export function LeaveDialog({ onClose, onLeft }: { onClose: () => void; onLeft: () => void }) {
  const { board } = useDesk();
  const request = useRequest(async () => {
    await leaveBoard(board.id);
    onLeft();
  }, "Failed to leave the board");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Leave this board?"
      verb="Leave"
      {...request}
    >
      It leaves your list. Its owner can invite you again.
    </ConfirmDialog>
  );
}

function useRequest(work: () => Promise<void>, fallback: string) {
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState("");
  return {
    loading,
    ...(error !== "" && { error }),
    onConfirm() {
      setLoading(true);
      work()
        .catch((reason: unknown) => setError(errorMessage(reason, fallback)))
        .finally(() => setLoading(false));
    },
  };
}
