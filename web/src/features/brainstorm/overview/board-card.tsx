import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import type { ListedBoard } from "@atoll/contract/brainstorm/schemas";
import { Lock, Star } from "lucide-react";
import { cloneElement, type ReactElement } from "react";
import { formatAge } from "../../../lib/time/format-age.ts";
import { AvatarGroup } from "../../../ui/avatar/avatar-group.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { formatTimeLeft, useTimeLeft } from "../data/use-server-now.ts";
import { phaseNameOn } from "../workshop/phase-names.ts";
import { BoardPicture } from "./board-picture.tsx";
import { outcomeOf } from "./words.ts";

export interface BoardCardProps {
  board: ListedBoard;
  /** Offset of the server's clock from this machine's, in milliseconds. */
  clockOffsetMs: number;
  renderLink: (boardId: string) => ReactElement<{ children?: React.ReactNode; className?: string }>;
  onStar: (board: ListedBoard) => void;
}

/** A board in the list: its picture, where its workshop is, and what came out of it. */
export function BoardCard({ board, clockOffsetMs, renderLink, onStar }: BoardCardProps) {
  const { title, department, isStarred, session, people, peopleCount } = board;
  return (
    <li className="group relative flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface-raised shadow-1 transition-shadow hover:shadow-2 has-[a:focus-visible]:outline-2">
      <div className="relative border-b bg-surface-sunken bg-[radial-gradient(circle,var(--border-strong)_0.7px,transparent_1px)] bg-[length:12px_12px]">
        <BoardPicture elements={board.preview} className="block h-32 w-full" />
        {session.phase !== null && !board.isArchived && (
          <Progress session={session} phase={session.phase} clockOffsetMs={clockOffsetMs} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1 px-3 pt-2.5 pb-3">
        <h3 className="flex min-w-0 items-center gap-1.5 font-semibold">
          {cloneElement(renderLink(board.id), {
            className: "min-w-0 truncate after:absolute after:inset-0 outline-none",
            children: title,
          })}
          {board.grants.every(({ to }) => to.kind === "person") && (
            <Lock role="img" aria-label="Only invited people" className="size-3.5 flex-none text-faint" />
          )}
        </h3>
        <div className="flex min-w-0 items-end gap-2">
          <div className="min-w-0 flex-1 text-muted text-xs">
            <p className="flex min-w-0 items-center gap-1.5">
              {department && (
                <span data-dept={department.slug} className="flex min-w-0 items-center gap-1.5">
                  <span className="size-1.5 flex-none rounded-full bg-dept" />
                  <span className="truncate">{department.name}</span>
                  <span aria-hidden="true">·</span>
                </span>
              )}
              <time dateTime={board.changedAt} className="flex-none">
                {formatAge(board.changedAt)}
              </time>
            </p>
            <p className="truncate">{outcomeOf(board)}</p>
          </div>
          {people.length > 0 && <AvatarGroup people={people} total={peopleCount} max={3} size={24} />}
        </div>
      </div>
      <button
        type="button"
        aria-pressed={isStarred}
        aria-label={isStarred ? `Remove the star of ${title}` : `Star ${title}`}
        onClick={() => onStar(board)}
        className={cx(
          "absolute top-1.5 right-1.5 z-1 grid size-7 place-items-center rounded-sm bg-surface-raised shadow-1 focus-visible:opacity-100 group-hover:opacity-100 max-md:size-9 max-md:opacity-100",
          isStarred ? "text-highlight-bright" : "text-faint opacity-0",
        )}
      >
        <Star aria-hidden="true" className={cx("size-4", isStarred && "fill-current")} />
      </button>
    </li>
  );
}

function Progress({
  session,
  phase,
  clockOffsetMs,
}: {
  session: ListedBoard["session"];
  phase: BoardPhase;
  clockOffsetMs: number;
}) {
  const left = useTimeLeft(session.timer, clockOffsetMs);
  return (
    <p className="absolute bottom-2 left-2 flex items-center gap-1.5 rounded-sm bg-surface-raised px-2 py-0.5 text-xs shadow-1 ring-1 ring-border">
      <span aria-hidden="true" className="size-[7px] rounded-full bg-success-bright" />
      <b className="font-semibold text-success-text">Live</b>
      <span className="text-muted tabular-nums">
        {phaseNameOn({ session }, phase)}
        {left !== null && left > 0 && `, ${formatTimeLeft(left)} left`}
      </span>
    </p>
  );
}
