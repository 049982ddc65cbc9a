import type { NoteCluster } from "@atoll/contract/brainstorm/schemas";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import { type BoardDialog, useBoardStore } from "../canvas/board-store.tsx";
import { archiveBoard, leaveBoard, proposeClusters } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";
import type { ShowBoardProps } from "../present/show-board.tsx";
import { CopyDialog, RenameDialog } from "./name-dialogs.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { OutcomeDialog, type OutcomeDialogProps } from "./outcome-dialog.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { VersionsDrawer } from "./versions-drawer.tsx";
import { FrameOrderDialog, PhaseNamesDialog, TimerDialog } from "./workshop-dialogs.tsx";

export interface BoardDialogsProps extends Pick<OutcomeDialogProps, "channels" | "onPost"> {
  dialog: BoardDialog | null;
  onOpenBoard: (boardId: string) => void;
  onClosed: () => void;
  onGo: (href: string) => void;
}

/** The dialog that is open over a board. */
export function BoardDialogs({ dialog, onOpenBoard, onClosed, onGo, channels, onPost }: BoardDialogsProps) {
  const { openDialog } = useBoardStore();
  const onClose = () => openDialog(null);
  switch (dialog?.kind) {
    case "share":
      return <ShareDialog onClose={onClose} />;
    case "versions":
      return <VersionsDrawer onClose={onClose} onOpenBoard={onOpenBoard} />;
    case "outcome":
      return <OutcomeDialog onClose={onClose} channels={channels} onPost={onPost} />;
    case "clusters":
      return <ClustersDialog onClose={onClose} />;
    case "rename":
      return <RenameDialog onClose={onClose} />;
    case "copy":
      return <CopyDialog onClose={onClose} onOpenBoard={onOpenBoard} />;
    case "archive":
      return <ArchiveDialog onClose={onClose} />;
    case "leave":
      return <LeaveDialog onClose={onClose} onLeft={onClosed} />;
    case "phases":
      return <PhaseNamesDialog onClose={onClose} />;
    case "frames":
      return <FrameOrderDialog onClose={onClose} />;
    case "timer":
      return <TimerDialog onClose={onClose} />;
    case "present":
    case "print":
      return <LazyShow dialog={dialog} onClose={onClose} />;
    case "paste":
      return <PasteDialog pasted={dialog.pasted} onClose={onClose} />;
    case "comments":
      return <CommentsDrawer noteId={dialog.noteId} onClose={onClose} />;
    case "task":
    case "idea":
      return (
        <NoteDialog
          key={dialog.noteId}
          kind={dialog.kind}
          noteId={dialog.noteId}
          onClose={onClose}
          onGo={onGo}
        />
      );
    default:
      return null;
  }
}

const showPart = lazyPart(() => import("../present/show-board.tsx"));

/** The presentation and the print of a board, which load when they are asked for. */
function LazyShow({ dialog, onClose }: ShowBoardProps) {
  const part = useLazyPart(showPart, true, () => {
    onClose();
    showLoadFailure();
  });
  return part ? <part.ShowBoard dialog={dialog} onClose={onClose} /> : null;
}

/** Archives a board, or takes it back out of the archive. */
function ArchiveDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoardStore();
  const cache = useBoardCache(board.id);
  const request = useMutation({
    mutationFn: () => archiveBoard(board.id, !board.isArchived),
    onSuccess(changed) {
      cache.setCachedBoard(changed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      tone="primary"
      title={board.isArchived ? "Restore this board?" : "Archive this board?"}
      verb={board.isArchived ? "Restore" : "Archive"}
      loading={request.isPending}
      error={request.error}
      failure="Failed to change the board"
      onConfirm={() => request.mutate()}
    >
      {board.isArchived
        ? "People it is shared with can write on it again."
        : "Nobody can write on it until it is restored. Everything on it stays readable."}
    </ConfirmDialog>
  );
}

/** Ends the viewer's own share of a board. */
function LeaveDialog({ onClose, onLeft }: { onClose: () => void; onLeft: () => void }) {
  const { board } = useBoardStore();
  const request = useMutation({ mutationFn: () => leaveBoard(board.id), onSuccess: () => onLeft() });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Leave this board?"
      verb="Leave"
      loading={request.isPending}
      error={request.error}
      failure="Failed to leave the board"
      onConfirm={() => request.mutate()}
    >
      It leaves your list. Its owner can invite you again.
    </ConfirmDialog>
  );
}

/** Notes that share words, as a proposal: nothing moves until somebody makes a group of them. */
function ClustersDialog({ onClose }: { onClose: () => void }) {
  const { board, snapshot, actions, mayWrite } = useBoardStore();
  const query = useQuery({
    queryKey: ["brainstorm", "clusters", board.id],
    queryFn: () => proposeClusters(board.id),
    staleTime: 0,
    gcTime: 0,
  });
  const clusters = query.data?.clusters;
  function makeGroup({ words, noteIds }: NoteCluster): void {
    const right = Math.max(0, ...[...snapshot.items.values()].map(({ element }) => element.at[0]));
    const rows = Math.ceil(noteIds.length / 3);
    const frame = actions.addElement({
      kind: "frame",
      at: [right + 480, 0],
      size: [432, Math.max(290, 50 + rows * 122)],
      color: "lagoon",
      text: words.join(", "),
      stack: -1,
      frame: null,
      group: null,
    });
    for (const id of noteIds) actions.moveToGroup(id, frame);
    onClose();
  }
  return (
    <Dialog
      onClose={onClose}
      title="Proposed groups"
      description="Notes that share words. Nothing moves until you make a group."
      width={560}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.error ? (
        <LoadState query={query} />
      ) : !clusters ? (
        <RowSkeletons label="Looking for groups" mark={28} rowClassName="py-1" />
      ) : clusters.length === 0 ? (
        <EmptyState title="No notes share enough words" />
      ) : (
        <ul className="flex flex-col gap-3">
          {clusters.map((cluster) => (
            <li key={cluster.noteIds.join()} className="rounded-md border p-3">
              <div className="flex items-center gap-2">
                <h3 className="min-w-0 flex-1 truncate font-semibold">{cluster.words.join(", ")}</h3>
                <Button size="sm" disabled={!mayWrite} onClick={() => makeGroup(cluster)}>
                  Make a group
                </Button>
              </div>
              <ul className="mt-1.5 list-disc pl-5 text-muted text-sm">
                {cluster.noteIds.map((id) => (
                  <li key={id}>{snapshot.items.get(id)?.element.text}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The comments on an element. */
function CommentsDrawer({ noteId, onClose }: { noteId: string; onClose: () => void }) {
  const { snapshot } = useBoardStore();
  const text = snapshot.items.get(noteId)?.element.text.trim();
  return (
    <Drawer onClose={onClose} title="Comments on a note" width={420}>
      <div className="flex flex-col gap-4 p-4">
        {text && <blockquote className="border-l-4 pl-3 text-muted wrap-anywhere">{text}</blockquote>}
        <Comments subject={{ kind: "board_note", id: noteId }} />
      </div>
    </Drawer>
  );
}
