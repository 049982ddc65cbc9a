import type { NoteLink } from "@atoll/contract/brainstorm/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { CircleCheck, Lightbulb, MessageSquare } from "lucide-react";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../../lib/counted.ts";
import type { CanvasItem } from "../board-canvas.ts";
import { useNoteStore } from "../board-store.tsx";

/** The foot of a note: its author, comments, task or idea, and votes. */
export function NoteFoot({ item }: { item: CanvasItem }) {
  const { people, notes } = useNoteStore();
  const author = item.authorId === null ? undefined : people.get(item.authorId);
  const note = notes.get(item.id);
  const { total, own } = useVotesOf(item.id);
  return (
    <span className="mt-auto flex h-[18px] flex-none items-center gap-1.5">
      {author && <PersonAvatar person={author} size={16} />}
      {note && note.commentCount > 0 && (
        <span className="flex items-center gap-0.5 text-faint text-xs">
          <MessageSquare aria-hidden="true" className="size-3" />
          <span className="sr-only">Comments: </span>
          {note.commentCount}
        </span>
      )}
      {note?.links.map((link) => (
        <LinkMark key={link.id} link={link} />
      ))}
      <span className="ml-auto">
        <VoteDots total={total} own={own} />
      </span>
    </span>
  );
}

/** The reactions to a note, with the names of the people. A press adds the viewer's or removes it. */
export function NoteReactions({ noteId, onReact }: { noteId: string; onReact?: (emoji: string) => void }) {
  const { notes, people, viewerId, mayTakePart, actions } = useNoteStore();
  const reactions = notes.get(noteId)?.reactions ?? [];
  return reactions.map(({ emoji, count, userIds }) => {
    const names = namesOf(userIds, count, people, viewerId);
    return (
      <button
        key={emoji}
        type="button"
        aria-pressed={userIds.includes(viewerId)}
        aria-label={`${emoji} ${count}: ${names}`}
        title={names}
        disabled={!mayTakePart}
        className="nodrag nopan inline-flex h-6 items-center gap-1 rounded-full border bg-surface-raised px-1.5 text-xs leading-none aria-pressed:border-primary aria-pressed:bg-primary-soft"
        onClick={(event) => {
          event.stopPropagation();
          if (onReact) onReact(emoji);
          else void actions.react(noteId, emoji);
        }}
      >
        {emoji}
        <span className="font-semibold text-2xs">{count}</span>
      </button>
    );
  });
}

/** "You, Ana Lima and 3 others". */
function namesOf(
  userIds: readonly string[],
  count: number,
  people: ReadonlyMap<string, Person>,
  viewerId: string,
): string {
  const known = userIds.flatMap((id) => {
    const person = people.get(id);
    return id === viewerId ? "You" : person ? authorName(person) : [];
  });
  const names = [...known].sort((a, b) => Number(b === "You") - Number(a === "You"));
  const others = count - names.length;
  if (others > 0) return [names.join(", "), counted(others, "other")].filter(Boolean).join(" and ");
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}

/** The votes of a note that the viewer may see: their own, and all of them once voting is closed. */
export function useVotesOf(noteId: string): { total: number | null; own: number } {
  const { votes } = useNoteStore();
  return {
    total: votes?.totals ? (votes.totals.find((one) => one.noteId === noteId)?.count ?? 0) : null,
    own: votes?.own.filter((one) => one.noteId === noteId).length ?? 0,
  };
}

/** More dots than these are only a number. */
const mostDots = 6;

function VoteDots({ total, own }: { total: number | null; own: number }) {
  const count = total ?? own;
  if (count === 0) return null;
  const dots = Math.min(count, mostDots);
  return (
    <span role="img" aria-label={votesInWords(total, own)} className="inline-flex items-center gap-0.5">
      {Array.from({ length: dots }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other name
          key={index}
          className={
            index < own
              ? "size-2 rounded-full bg-highlight inset-ring-[1.5px] inset-ring-text dark:inset-ring-0"
              : "size-[7px] rounded-full bg-primary"
          }
        />
      ))}
      <b className="ml-[3px] font-semibold text-2xs">{count}</b>
    </span>
  );
}

/** "6 votes, 2 yours". */
export function votesInWords(total: number | null, own: number): string {
  if (total === null) return counted(own, "vote of yours", "votes of yours");
  return `${counted(total, "vote")}${own > 0 ? `, ${own} yours` : ""}`;
}

function LinkMark({ link }: { link: NoteLink }) {
  const Icon = link.kind === "task" ? CircleCheck : Lightbulb;
  const words = `${link.kind === "task" ? "Task" : "Idea"}: ${link.title}`;
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="grid h-[18px] w-5 place-items-center rounded-xs bg-surface-raised inset-ring-1 inset-ring-border"
    >
      <Icon className="size-3 text-primary" />
    </span>
  );
}
