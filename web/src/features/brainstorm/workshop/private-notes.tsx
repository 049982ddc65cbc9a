import type { PrivateNoteContent } from "@atoll/contract/brainstorm/schemas";
import {
  type CanvasColor,
  canvasMaxElements,
  canvasTextMaxLength,
} from "@atoll/contract/documents/canvas-limits";
import { EyeOff, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted } from "../../../lib/counted.ts";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { useBoardStore } from "../canvas/board-store.tsx";
import { groupNotes } from "../canvas/groups.ts";
import { pasteHandlers } from "../canvas/notes/paste-notes.ts";
import { fitsNote } from "../canvas/notes/split-text.ts";
import { usePendingNotes } from "../data/pending-notes.ts";
import { KeepNotes } from "./keep-notes.tsx";

/** The viewer's own private notes with a field for the next one, and how many the others have. */
export function PrivateNotes() {
  const { board, privateNotes, mayTakePart, actions, viewerId, snapshot } = useBoardStore();
  const others = board.writers.filter(({ person, noteCount }) => person.id !== viewerId && noteCount > 0);
  const [text, setText] = useState("");
  // Words that are not saved yet stay in the field when the phase ends.
  const isCollecting = board.session.phase === "collect" || text !== "";
  const { pending, add, retry, remove } = usePendingNotes(board.id);
  const isOffline = useIsOffline();
  // A note that has just arrived may still be in the outbox.
  const waiting = pending.filter(({ id }) => !privateNotes.some((note) => note.id === id));
  const count = privateNotes.length + waiting.length;
  if (!isCollecting && count === 0 && others.length === 0) return null;
  return (
    <section
      aria-label="Private notes"
      className="flex flex-col gap-2 rounded-md border border-border-control border-dashed bg-surface p-3 text-sm"
    >
      <div className="flex min-h-6 items-center gap-1.5">
        <h2 className="flex flex-1 items-center gap-1.5 font-semibold text-xs">
          <EyeOff aria-hidden="true" className="size-3.5" />
          {count > 0 || isCollecting ? "Your private notes" : "Private notes"}
        </h2>
        <KeepNotes
          boardTitle={board.title}
          texts={[...privateNotes, ...waiting.map(({ body }) => body.note)]}
        />
      </div>
      {count > 0 && (
        <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
          {privateNotes.map((note) => (
            <Row key={note.id} {...note} onDelete={() => actions.deletePrivateNote(note.id)} />
          ))}
          {waiting.map((entry) => (
            <Row key={entry.id} {...entry.body.note} onDelete={() => remove(entry.id)}>
              {entry.failure !== null && (
                <span className="flex flex-wrap items-center gap-x-2 text-danger-text text-xs">
                  {entry.failure}
                  <Button size="xs" variant="ghost" onClick={() => retry(entry)}>
                    Try again
                  </Button>
                </span>
              )}
              {entry.failure === null && isOffline && (
                <span className="block text-muted text-xs">Saved when you are connected again</span>
              )}
            </Row>
          ))}
        </ul>
      )}
      {mayTakePart && isCollecting && <AddPrivateNote text={text} onText={setText} onAdd={add} />}
      {!isCollecting && privateNotes.length > 0 && snapshot.items.size >= canvasMaxElements && (
        <p className="text-muted text-xs">
          The board is full. Your notes stay here until there is space on it, and you can copy or save them.
        </p>
      )}
      {mayTakePart && !isCollecting && privateNotes.length > 0 && (
        <Button size="sm" onClick={actions.reveal}>
          {privateNotes.length === 1 ? "Reveal this note" : `Reveal these ${privateNotes.length} notes`}
        </Button>
      )}
      {others.map(({ person, noteCount }) => (
        <p key={person.id} className="text-muted text-xs">
          {authorName(person)}: {counted(noteCount, "private note")}
        </p>
      ))}
    </section>
  );
}

interface RowProps {
  text: string;
  color?: CanvasColor | undefined;
  onDelete: () => void;
  children?: ReactNode;
}

function Row({ text, color = "sun", onDelete, children }: RowProps) {
  return (
    <li
      data-note-color={color}
      className="flex items-center gap-1 rounded-xs border-(--note-edge) border-l-4 bg-surface-raised py-1 pl-2"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        {text}
        {children}
      </span>
      <IconButton size="xs" icon={Trash2} label={`Delete ${text}`} onClick={onDelete} />
    </li>
  );
}

interface AddPrivateNoteProps {
  text: string;
  onText: (text: string) => void;
  onAdd: (note: PrivateNoteContent) => void;
}

function AddPrivateNote({ text, onText, onAdd }: AddPrivateNoteProps) {
  const { snapshot, openDialog } = useBoardStore();
  const [frameId, setFrameId] = useState("");
  const groups = groupNotes(snapshot.items).filter(({ id }) => id !== null);
  const frame = snapshot.items.get(frameId);
  function add(): void {
    if (text.trim() === "" || !fitsNote(text.trim())) return;
    addText(text.trim());
    onText("");
  }
  const addText = (text: string) =>
    onAdd({ text, at: [0, 0], color: frameColor(frame), frame: frame?.id ?? null });
  const paste = pasteHandlers({
    ask: (pasted) => openDialog({ kind: "paste", pasted }),
    // The field has one line only.
    onText(whole) {
      addText(whole.trim());
      onText("");
    },
    onNotes: (texts) => texts.forEach(addText),
  });
  return (
    <form className="flex flex-col gap-2" onSubmit={submitTo(add)}>
      {groups.length > 0 && (
        <Select
          label="Group of the private note"
          hideLabel
          value={frame ? frameId : ""}
          onValueChange={setFrameId}
          options={[
            { value: "", label: "No group" },
            ...groups.map(({ id, name }) => ({ value: id ?? "", label: name })),
          ]}
        />
      )}
      <TextField
        {...paste}
        label="Add a private note"
        hideLabel
        placeholder="Only you can see it yet"
        maxLength={canvasTextMaxLength}
        value={text}
        onChange={({ target }) => onText(target.value)}
        end={<IconButton size="xs" type="submit" icon={Plus} label="Add the private note" />}
      />
    </form>
  );
}

function frameColor(frame: CanvasItem | undefined): CanvasColor {
  return frame?.element.kind === "frame" ? frame.element.color : "sun";
}
