import { canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import { CircleDot, Ellipsis, Plus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useDesk } from "../canvas/desk.tsx";
import { groupNotes, type NoteGroup, type NoteItem } from "../canvas/groups.ts";
import { useVotesOf, votesInWords } from "../canvas/note-foot.tsx";
import { noteMenu } from "../canvas/note-menu.ts";
import { NoteText } from "../canvas/note-text.tsx";
import { PrivateNotes } from "../workshop/private-notes.tsx";
import "../canvas/board.css";

/** The notes of a board by their groups: everything that the canvas does, without a mouse and on a phone. */
export function BoardList({ noteId }: { noteId: string | null }) {
  const { snapshot, mayWrite, actions } = useDesk();
  const [said, setSaid] = useState("");
  const groups = groupNotes(snapshot.items);
  const noteCount = groups.reduce((sum, { notes }) => sum + notes.length, 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="mx-auto flex max-w-[760px] flex-col gap-4">
          <PrivateNotes />
          {noteCount === 0 && groups.length <= 1 && (
            <EmptyState title="No notes yet">{mayWrite && "Add the first note below."}</EmptyState>
          )}
          {groups.map((group) => (
            <Group key={group.id} group={group} groups={groups} noteId={noteId} onSay={setSaid} />
          ))}
          {mayWrite && (
            <Button
              variant="ghost"
              icon={Plus}
              className="self-start"
              onClick={() => {
                actions.addElement({
                  kind: "frame",
                  at: [nextLeft(groups.length), 0],
                  size: [432, 290],
                  color: "lagoon",
                  text: `Group ${groups.filter(({ id }) => id !== null).length + 1}`,
                  stack: -1,
                  frame: null,
                  group: null,
                });
                setSaid("Group added");
              }}
            >
              Add a group
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {mayWrite && <AddNote groups={groups} onSay={setSaid} />}
    </div>
  );
}

const nextLeft = (count: number) => (count + 1) * 465;

interface GroupProps {
  group: NoteGroup;
  groups: readonly NoteGroup[];
  noteId: string | null;
  onSay: (text: string) => void;
}

function Group({ group, groups, noteId, onSay }: GroupProps) {
  const { snapshot, mayWrite, edit, editingId } = useDesk();
  const frame = group.id === null ? undefined : snapshot.items.get(group.id);
  const isOnlyLoose = group.id === null && groups.length === 1;
  if (isOnlyLoose && group.notes.length === 0) return null;
  return (
    <section aria-label={group.name}>
      <h2 className="mb-1.5 flex items-center gap-2 font-semibold">
        {frame && editingId === frame.id ? (
          <NoteText item={frame} className="rounded-xs border px-1" />
        ) : frame && mayWrite ? (
          <button type="button" className="rounded-xs hover:underline" onClick={() => edit(frame.id)}>
            {group.name}
            <span className="sr-only">, rename</span>
          </button>
        ) : (
          group.name
        )}
        <Count value={group.notes.length} label={`${group.notes.length} notes`} />
      </h2>
      {group.notes.length > 0 && (
        <ul aria-label={`Notes in ${group.name}`} className="divide-y rounded-lg border bg-surface-raised">
          {group.notes.map((note) => (
            <Row
              key={note.id}
              note={note}
              group={group}
              groups={groups}
              isNamed={note.id === noteId}
              onSay={onSay}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = Omit<GroupProps, "noteId"> & { note: NoteItem; isNamed: boolean };

function Row({ note, group, groups, isNamed, onSay }: RowProps) {
  const desk = useDesk();
  const { people, mayWrite, edit, editingId, actions, notes, openDialog } = desk;
  const text = useRef<HTMLButtonElement>(null);
  const author = note.authorId === null ? undefined : people.get(note.authorId);
  const words = note.element.text.trim() || "Empty note";
  const about = notes.get(note.id);

  /** Alt and an arrow take the note to the group before or after. */
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.altKey && mayWrite ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    const to = groups[groups.indexOf(group) + step];
    if (!to) return;
    actions.moveToGroup(note.id, to.id);
    onSay(`${words} moved to ${to.name}`);
    // The row is drawn again in the other group.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${note.id}"]`)?.focus());
  }
  return (
    <li
      className={cx("flex items-center gap-3 py-2.5 pr-2 pl-3", isNamed && "bg-selected")}
      data-note-color={note.element.color}
      ref={isNamed ? (row) => row?.scrollIntoView({ block: "center" }) : undefined}
    >
      <span aria-hidden="true" className="w-1 flex-none self-stretch rounded-full bg-(--note-edge)" />
      <div className="min-w-0 flex-1">
        {editingId === note.id ? (
          <NoteText item={note} className="field-sizing-content rounded-xs border px-1" />
        ) : mayWrite ? (
          <button
            ref={text}
            type="button"
            data-row={note.id}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="block w-full whitespace-pre-wrap rounded-xs text-left wrap-anywhere"
            onClick={() => edit(note.id)}
            onKeyDown={onKeyDown}
          >
            {words}
          </button>
        ) : (
          <p className="whitespace-pre-wrap wrap-anywhere">{words}</p>
        )}
        <p className="mt-0.5 flex items-center gap-1.5 text-muted text-xs">
          {author && (
            <>
              <Avatar
                decorative
                userId={author.id}
                name={authorName(author)}
                picture={author.avatar}
                size={16}
              />
              {authorName(author)}
            </>
          )}
          {about && about.commentCount > 0 && (
            <button
              type="button"
              className="hover:underline"
              onClick={() => openDialog({ kind: "comments", noteId: note.id })}
            >
              {about.commentCount === 1 ? "1 comment" : `${about.commentCount} comments`}
            </button>
          )}
          {about?.links.map((link) => (
            <a key={link.id} href={link.link} className="truncate hover:underline">
              {link.kind === "task" ? "Task" : "Idea"}: {link.title}
            </a>
          ))}
        </p>
      </div>
      <VoteButton note={note} words={words} onSay={onSay} />
      <Menu
        label={`More for ${words}`}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`More for ${words}`} />}
        items={noteMenu(desk, note, { isList: true, onMoved: (name) => onSay(`${words} moved to ${name}`) })}
      />
    </li>
  );
}

function VoteButton({
  note,
  words,
  onSay,
}: {
  note: NoteItem;
  words: string;
  onSay: (text: string) => void;
}) {
  const { board, mayTakePart, actions } = useDesk();
  const { total, own } = useVotesOf(note.id);
  const isOpen = board.session.phase === "vote";
  if (!isOpen && !total && own === 0) return null;
  const mayVote = isOpen && mayTakePart;
  return (
    <button
      type="button"
      disabled={!mayVote}
      aria-label={`Vote for ${words}, ${votesInWords(total, own)}`}
      className={cx(
        "inline-flex h-9 min-w-11 flex-none items-center justify-center gap-1.5 rounded-sm border px-2 font-semibold text-sm",
        own > 0 && "border-transparent bg-primary-soft text-primary-text",
        mayVote && "hover:bg-hover",
      )}
      onClick={() => {
        actions.vote(note.id);
        onSay(`Voted for ${words}`);
      }}
    >
      <CircleDot aria-hidden="true" className="size-4" />
      {total ?? own}
    </button>
  );
}

function AddNote({ groups, onSay }: { groups: readonly NoteGroup[]; onSay: (text: string) => void }) {
  const { actions } = useDesk();
  const [text, setText] = useState("");
  function add(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === "") return;
    const home = groups.find(({ id }) => id === null) ?? groups[0];
    actions.addNote({ text: text.trim(), frameId: home?.id ?? null });
    onSay(`Note added to ${home?.name ?? "the board"}`);
    setText("");
  }
  return (
    <form onSubmit={add} className="flex-none border-t bg-surface p-3">
      <div className="mx-auto max-w-[760px]">
        <TextField
          label="Add a note"
          hideLabel
          size="lg"
          placeholder="Add a note"
          maxLength={canvasTextMaxLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          end={<IconButton type="submit" icon={Plus} label="Add the note" />}
        />
      </div>
    </form>
  );
}
