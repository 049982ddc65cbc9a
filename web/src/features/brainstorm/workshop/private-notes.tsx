import type { PrivateNote, PrivateNoteContent } from "@atoll/contract/brainstorm/schemas";
import {
  type CanvasColor,
  canvasMaxElements,
  canvasTextMaxLength,
} from "@atoll/contract/documents/canvas-limits";
import { EyeOff, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDraft, useDraftSubjects } from "../../../capabilities/offline/drafts/use-draft.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted } from "../../../lib/counted.ts";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { useBoardStore } from "../canvas/board-store.tsx";
import { groupNotes } from "../canvas/groups.ts";
import { pasteHandlers } from "../canvas/notes/paste-notes.ts";
import { fitsNote } from "../canvas/notes/split-text.ts";
import { savePrivateNote } from "../data/api.ts";
import { usePendingNotes } from "../data/pending-notes.ts";
import { useBoardCache } from "../data/use-board.ts";
import { KeepNotes } from "./keep-notes.tsx";

/** The viewer's own private notes with a field for the next one, and how many the others have. */
export function PrivateNotes() {
  const { board, privateNotes, mayTakePart, actions, viewerId, snapshot } = useBoardStore();
  const others = board.writers.filter(({ person, noteCount }) => person.id !== viewerId && noteCount > 0);
  // Words that are not saved yet stay when the phase ends, and when the board shows as a list or is opened again.
  const { text, write: setText } = useDraft(`board-note/${board.id}`);
  const [opened, setEdited] = useState<PrivateNote | null>(null);
  // An edit that was started elsewhere on the board, or before a reload, goes on.
  const drafts = useDraftSubjects();
  const edited = opened ?? privateNotes.find(({ id }) => drafts.has(editDraft(id))) ?? null;
  const isCollecting = board.session.phase === "collect" || text !== "";
  const { pending, add, retry, remove } = usePendingNotes(board.id);
  const isOffline = useIsOffline();
  // A note that has just arrived may still be in the outbox.
  const waiting = pending.filter(({ id }) => !privateNotes.some((note) => note.id === id));
  const count = privateNotes.length + waiting.length;
  if (!isCollecting && edited === null && count === 0 && others.length === 0) return null;
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
            <Row
              key={note.id}
              {...note}
              onDelete={() => {
                // It may still wait to be sent once more.
                remove(note.id);
                actions.deletePrivateNote(note.id);
              }}
              onEdit={mayTakePart && edited === null ? () => setEdited(note) : undefined}
            />
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
      {edited && (
        <EditPrivateNote
          key={edited.id}
          note={edited}
          current={privateNotes.find(({ id }) => id === edited.id)}
          onDone={() => setEdited(null)}
        />
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
  onEdit?: (() => void) | undefined;
  children?: ReactNode;
}

function Row({ text, color = "sun", onDelete, onEdit, children }: RowProps) {
  return (
    <li
      data-note-color={color}
      className="flex items-center gap-1 rounded-xs border-(--note-edge) border-l-4 bg-surface-raised py-1 pl-2"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        {text}
        {children}
      </span>
      {onEdit && <IconButton size="xs" icon={Pencil} label={`Edit ${text}`} onClick={onEdit} />}
      <IconButton size="xs" icon={Trash2} label={`Delete ${text}`} onClick={onDelete} />
    </li>
  );
}

const editDraft = (noteId: string) => `board-note-edit/${noteId}`;

interface EditPrivateNoteProps {
  /** As it was when the viewer began to edit it. */
  note: PrivateNote;
  /** As it is now; undefined once it is revealed or deleted. */
  current: PrivateNote | undefined;
  onDone: () => void;
}

/** Changes a private note. The words stay in the field until they are saved, also when the note has been revealed. */
function EditPrivateNote({ note, current, onDone }: EditPrivateNoteProps) {
  const { board, snapshot, canvas, mayWrite } = useBoardStore();
  const cache = useBoardCache(board.id);
  const draft = useDraft(editDraft(note.id));
  const [text, setText] = useState(draft.text || note.text);
  const [isSaving, setSaving] = useState(false);
  const boardText = current ? undefined : snapshot.items.get(note.id)?.element.text;
  const isOnBoard = boardText !== undefined;
  const isReplacing = isOnBoard && boardText !== note.text;
  const cannotSave = !current && !(isOnBoard && mayWrite);
  function end(): void {
    draft.write("");
    onDone();
  }
  async function save(): Promise<void> {
    const typed = text.trim();
    if (typed === "" || !fitsNote(typed) || cannotSave || isSaving) return;
    if (isOnBoard) {
      canvas.beginText();
      canvas.setText(note.id, typed);
      canvas.endText();
      return end();
    }
    const { at, color, frame } = current ?? note;
    setSaving(true);
    try {
      const { note: saved } = await savePrivateNote(board.id, note.id, { text: typed, at, color, frame });
      cache.changePrivateNotes((notes) => notes.map((one) => (one.id === saved.id ? saved : one)));
      end();
    } catch (error) {
      notify.error(errorMessage(error, "Failed to save the note"));
    } finally {
      setSaving(false);
    }
  }
  return (
    <NoteForm onSubmit={() => void save()}>
      <TextArea
        label="Edit the private note"
        hideLabel
        rows={3}
        maxLength={canvasTextMaxLength}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          draft.write(target.value === note.text ? "" : target.value);
        }}
      />
      {current && current.text !== note.text && (
        <p className="text-muted text-xs">
          You changed this note elsewhere. It now reads: <q className="wrap-anywhere">{current.text}</q>
        </p>
      )}
      {isOnBoard && (
        <p className="text-muted text-xs">
          {mayWrite
            ? "This note is on the board now. Saving shows your words there."
            : "This note is on the board now, and you cannot change it at the moment. Copy your words from here."}
        </p>
      )}
      {isReplacing && mayWrite && (
        <p className="text-muted text-xs">
          It was changed there, and your words replace it: <q className="wrap-anywhere">{boardText}</q>
        </p>
      )}
      {!current && !isOnBoard && (
        <p className="text-muted text-xs">This note was deleted. Copy your words from here.</p>
      )}
      <div className="flex gap-2">
        <Button size="sm" type="submit" variant="primary" loading={isSaving} disabled={cannotSave}>
          {isReplacing ? "Replace" : isOnBoard ? "Save on the board" : "Save"}
        </Button>
        <Button size="sm" variant="ghost" onClick={end}>
          Cancel
        </Button>
      </div>
    </NoteForm>
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
  const addText = (added: string) =>
    onAdd({ text: added, at: [0, 0], color: frameColor(frame), frame: frame?.id ?? null });
  function addWhole(whole: string): void {
    addText(whole.trim());
    onText("");
  }
  const paste = pasteHandlers({
    ask: (pasted) => openDialog({ kind: "paste", pasted }),
    // The field has one line only.
    onText: addWhole,
    onNotes: (texts) => texts.forEach(addText),
  });
  return (
    <NoteForm onSubmit={() => text.trim() !== "" && fitsNote(text.trim()) && addWhole(text)}>
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
    </NoteForm>
  );
}

function frameColor(frame: CanvasItem | undefined): CanvasColor {
  return frame?.element.kind === "frame" ? frame.element.color : "sun";
}

function NoteForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form className="flex flex-col gap-2" onSubmit={submitTo(onSubmit)}>
      {children}
    </form>
  );
}
