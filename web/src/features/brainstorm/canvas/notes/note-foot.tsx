import type { NoteLink } from "@atoll/contract/brainstorm/schemas";
import { CircleCheck, Lightbulb, MessageSquare } from "lucide-react";
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
