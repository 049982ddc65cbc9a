import { type BoardDialog, useDesk } from "../canvas/desk.tsx";
import { ArchiveDialog, LeaveDialog } from "./archive-dialog.tsx";
import { ClustersDialog } from "./clusters-dialog.tsx";
import { CommentsDrawer } from "./comments-drawer.tsx";
import { CopyDialog, RenameDialog } from "./name-dialogs.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { OutcomeDialog, type OutcomeDialogProps } from "./outcome-dialog.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { VersionsDrawer } from "./versions-drawer.tsx";

export interface BoardDialogsProps extends Pick<OutcomeDialogProps, "channels" | "onPost"> {
  dialog: BoardDialog | null;
  onOpenBoard: (boardId: string) => void;
  onClosed: () => void;
  onGo: (href: string) => void;
}

/** The dialog that is open over a board. */
export function BoardDialogs({ dialog, onOpenBoard, onClosed, onGo, channels, onPost }: BoardDialogsProps) {
  const { openDialog } = useDesk();
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
