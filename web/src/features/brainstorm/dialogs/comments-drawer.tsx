import { Comments } from "../../../capabilities/comments/comments.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { useDesk } from "../canvas/desk.tsx";

/** The comments on an element. */
export function CommentsDrawer({ noteId, onClose }: { noteId: string; onClose: () => void }) {
  const { snapshot } = useDesk();
  const text = snapshot.items.get(noteId)?.element.text.trim();
  return (
    <Drawer open onOpenChange={(isOpen) => !isOpen && onClose()} title="Comments on a note" width={420}>
      <div className="flex flex-col gap-4 p-4">
        {text && <blockquote className="border-l-4 pl-3 text-muted wrap-anywhere">{text}</blockquote>}
        <Comments subject={{ kind: "board_note", id: noteId }} />
      </div>
    </Drawer>
  );
}
