import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { Calendar, ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { cx } from "../../../ui/base/cx.ts";
import { BoardFrame } from "../../../ui/board/board.tsx";
import { dragHint, dragWords } from "../../../ui/board/drag-words.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useDrag, useDragged } from "../../../ui/drag/use-drag.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import type { ShownIdeas } from "../data/filter.ts";
import { useIdeaBoard } from "../data/use-idea-board.ts";
import { useIdeaSummary } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";
import { DecideDialog } from "../decide/decide-dialog.tsx";
import { IdeaCard, ideaCardLook } from "./idea-card.tsx";
import { IdeaColumn, type IdeaColumnProps } from "./idea-column.tsx";

export interface IdeaBoardProps
  extends Pick<IdeaColumnProps, "statuses" | "renderLink" | "mayMove" | "onList"> {
  shown: ShownIdeas;
  /** Shown in place of the columns while there is no idea at all. */
  empty: ReactNode;
}

interface Move {
  idea: ListedIdea;
  to: IdeaStatus;
}

const hint = dragHint("idea", " Dropping it asks for a reply to the voters.");

/** Ideas in columns by status. A card that is moved asks for a line to the voters before it stays there. */
export function IdeaBoard({ shown, empty, ...props }: IdeaBoardProps) {
  const { statuses } = props;
  const summary = useIdeaSummary();
  const hintId = useId();
  const [move, setMove] = useState<Move | null>(null);
  const { board, error, isFetching, refetch } = useIdeaBoard(statuses, shown);
  const find = (id: string) => board && findItem<ListedIdea>(board, id);
  const titleOf = (id: string) => find(id)?.title ?? "The idea";
  const nameOf = (zone: string) => {
    const status = statuses.find((one) => one === zone);
    return status ? statusNames[status] : zone;
  };
  const drag = useDrag({
    say: {
      ...dragWords(titleOf, (_id, { zone }) => nameOf(zone)),
      dropped: (id, { zone }) => `${titleOf(id)}: write a reply to move it to ${nameOf(zone)}.`,
    },
    onDrop(id, { zone }) {
      const idea = find(id);
      const to = statuses.find((one) => one === zone);
      if (idea && to && to !== idea.status) setMove({ idea, to });
    },
  });
  const dragged = useDragged(drag, find);
  const again = {
    message: errorMessage(error, "Failed to fetch ideas"),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
  if (error && !board) return <ErrorState {...again} />;
  if (summary?.total === 0) return empty;
  const columnOf = (status: IdeaStatus) => board?.groups.find((group) => group.status === status);
  return (
    <>
      {error && <RetryAlert {...again} className="mb-3 flex-none" />}
      <BoardFrame
        columns={statuses.map((status) => ({
          key: status,
          name: statusNames[status],
          count: columnOf(status)?.total ?? 0,
        }))}
        drag={drag}
        dragged={
          dragged && (
            <div className={cx(ideaCardLook, "shadow-3")}>
              <IdeaCard idea={dragged} />
            </div>
          )
        }
        hint={hint}
        hintId={hintId}
        label="Status"
      >
        {(status, isAlone) => (
          <IdeaColumn
            {...props}
            board={board}
            draggedId={drag.dragged?.id}
            hintId={hintId}
            isAlone={isAlone}
            onMove={(idea, to) => setMove({ idea, to })}
            status={status}
          />
        )}
      </BoardFrame>
      {move && (
        <DecideDialog key={move.idea.id} ideas={[move.idea]} to={move.to} onClose={() => setMove(null)} />
      )}
    </>
  );
}

const periods: Readonly<Record<ShownIdeas["period"], string>> = {
  quarters: "This quarter and next",
  all: "Any time",
};

/** Which part of the past and the future a board shows. */
export function PeriodFilter({
  shown,
  onChange,
}: {
  shown: ShownIdeas;
  onChange: (shown: ShownIdeas) => void;
}) {
  return (
    <Menu
      label="Period"
      trigger={
        <Button size="sm" icon={Calendar} trailingIcon={ChevronDown}>
          {periods[shown.period]}
        </Button>
      }
      items={[
        {
          choice: "Period",
          value: shown.period,
          options: Object.entries(periods).map(([value, label]) => ({ value, label })),
          onValueChange: (value) => onChange({ ...shown, period: value === "all" ? "all" : "quarters" }),
        },
      ]}
    />
  );
}
