import { CircleDot, Ellipsis, SmilePlus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { EmojiPopover } from "../../../capabilities/writing/emoji/emoji-popover.tsx";
import { counted } from "../../../lib/counted.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { elementName } from "../canvas/element-names.ts";
import type { NoteGroup, NoteItem } from "../canvas/groups.ts";
import { NoteReactions, useVotesOf, votesInWords } from "../canvas/notes/note-foot.tsx";
import { noteMenu } from "../canvas/notes/note-menu.ts";
import { NoteText } from "../canvas/notes/note-text.tsx";
import type { ListActions } from "./use-list-actions.ts";

export interface NoteRowProps {
  note: NoteItem;
  group: NoteGroup;
  groups: readonly NoteGroup[];
  /** The address names this note. */
  isNamed: boolean;
  list: ListActions;
}

/** A note with its author, votes and menu. Alt and an arrow key move it to the group before or after. */
export function NoteRow({ note, group, groups, isNamed, list }: NoteRowProps) {
  const store = useBoardStore();
  const { people, mayWrite, edit, editingId, actions, notes, openDialog, snapshot } = store;
  const author = note.authorId === null ? undefined : people.get(note.authorId);
  const words = elementName(note, snapshot.items);
  const about = notes.get(note.id);

  async function react(emoji: string): Promise<void> {
    const isOn = await actions.react(note.id, emoji);
    if (isOn !== undefined) list.announce(`${emoji} ${isOn ? "added to" : "removed from"} ${words}`);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.altKey && mayWrite ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    const to = groups[groups.indexOf(group) + step];
    if (!to) return;
    actions.moveToGroup(note.id, to.id);
    list.announce(`${words} moved to ${to.name}`);
    // The row is drawn again in the other group.
    list.focusSoon(note.id);
  }
  return (
    <li
      className={cx(
        "flex items-center gap-3 py-2.5 pr-2 pl-3 [contain-intrinsic-size:auto_58px] [content-visibility:auto]",
        isNamed && "bg-surface-selected",
      )}
      data-note={note.id}
      data-note-color={note.element.color}
      ref={isNamed ? (row) => row?.scrollIntoView({ block: "center" }) : undefined}
    >
      <span aria-hidden="true" className="w-1 flex-none self-stretch rounded-full bg-(--note-edge)" />
      <div className="min-w-0 flex-1">
        {editingId === note.id ? (
          <NoteText item={note} className="field-sizing-content rounded-xs border px-1" />
        ) : mayWrite ? (
          <button
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
              <PersonAvatar person={author} decorative size={16} />
              <span className="flex-none whitespace-nowrap">{authorName(author)}</span>
            </>
          )}
          {about && about.commentCount > 0 && (
            <button
              type="button"
              className="min-h-6 hover:underline"
              onClick={() => openDialog({ kind: "comments", noteId: note.id })}
            >
              {counted(about.commentCount, "comment")}
            </button>
          )}
          {about?.links.map((link) => (
            <a key={link.id} href={link.link} className="min-h-6 truncate leading-6 hover:underline">
              {link.kind === "task" ? "Task" : "Idea"}: {link.title}
            </a>
          ))}
        </p>
        {about && about.reactions.length > 0 && (
          <div className="mt-1 flex flex-wrap gap-1">
            <NoteReactions noteId={note.id} onReact={(emoji) => void react(emoji)} />
          </div>
        )}
      </div>
      {store.mayTakePart && (
        <EmojiPopover
          trigger={<IconButton icon={SmilePlus} label={`React to ${words}`} />}
          onPick={(emoji) => void react(emoji)}
        />
      )}
      <VoteButton note={note} words={words} list={list} />
      <Menu
        label={`More for ${words}`}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`More for ${words}`} />}
        items={noteMenu(store, note, { list, name: words })}
      />
    </li>
  );
}

function VoteButton({ note, words, list }: { note: NoteItem; words: string; list: ListActions }) {
  const { board, mayTakePart, actions } = useBoardStore();
  const { total, own } = useVotesOf(note.id);
  const isOpen = board.session.phase === "vote";
  if (!isOpen && !total && own === 0) return null;
  const mayVote = isOpen && mayTakePart;
  async function vote(): Promise<void> {
    if (await actions.vote(note.id)) list.announce(`Voted for ${words}`);
  }
  return (
    <button
      type="button"
      disabled={!mayVote}
      aria-label={`Vote for ${words}, ${votesInWords(total, own)}`}
      className={cx(
        "inline-flex h-9 min-w-11 flex-none items-center justify-center gap-1.5 rounded-sm border px-2 font-semibold text-sm",
        own > 0 && "border-transparent bg-primary-soft text-primary-text",
        mayVote && "hover:bg-surface-hover",
      )}
      onClick={() => void vote()}
    >
      <CircleDot aria-hidden="true" className="size-4" />
      {total ?? own}
    </button>
  );
}
