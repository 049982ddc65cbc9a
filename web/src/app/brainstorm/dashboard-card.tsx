import { Link } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { outcomeOf } from "../../features/brainstorm/overview/words.ts";
import { phaseNameOn } from "../../features/brainstorm/workshop/phase-names.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
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
    <CardList>
      {content.boards.map((board) => (
        <CardRow
          key={board.id}
          title={
            <Link to={addressOf(board.id)} className={rowLink}>
              {board.title}
            </Link>
          }
          note={board.session.phase === null ? outcomeOf(board) : phaseNameOn(board, board.session.phase)}
          end={
            <time dateTime={board.changedAt} className="flex-none text-faint text-xs">
              {formatAge(board.changedAt)}
            </time>
          }
        />
      ))}
    </CardList>
  );
}
