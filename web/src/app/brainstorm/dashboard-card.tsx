import { Link } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { outcomeOf } from "../../features/brainstorm/overview/words.ts";
import { phaseNames } from "../../features/brainstorm/workshop/phase-names.ts";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { formatAge } from "../../lib/time/format-age.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

const addressOf = (boardId: string): string => `/brainstorm/${boardId}`;

/** The boards that changed last. */
export const cards: DashboardParts["cards"] = {
  boards: {
    icon: Shapes,
    names: { panel: "Boards", card: "Boards" },
    link: { label: "View all", to: "/brainstorm" },
    Body: Latest,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({
  "board.changed": refetchSpread,
  "board.gone": refetchSpread,
  "board.starred": refetch,
});

function Latest({ content }: CardBodyProps) {
  if (content?.type !== "boards" || content.boards.length === 0)
    return (
      <EmptyState
        title="No boards yet"
        action={
          <Link className={buttonClass({ size: "sm" })} to="/brainstorm" search={{ new: "blank" }}>
            New Board
          </Link>
        }
      />
    );
  return (
    <ul>
      {content.boards.map((board) => (
        <li
          key={board.id}
          className="relative flex min-w-0 items-center gap-2 px-3 py-2 hover:bg-surface-hover"
        >
          <div className="min-w-0 flex-1">
            <Link
              to={addressOf(board.id)}
              className="block truncate font-medium after:absolute after:inset-0"
            >
              {board.title}
            </Link>
            <p className="truncate text-faint text-xs">
              {board.session.phase === null ? outcomeOf(board) : phaseNames[board.session.phase]}
            </p>
          </div>
          <time dateTime={board.changedAt} className="flex-none text-faint text-xs">
            {formatAge(board.changedAt)}
          </time>
        </li>
      ))}
    </ul>
  );
}
