import { Plus } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { Count } from "../../../ui/badge/count.tsx";
import { BoardColumn } from "../../../ui/board/board.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { AddCard } from "../data/add-card.ts";
import { type Section, useMoreOfStage } from "../data/api.ts";
import type { StageGroup } from "../data/board-kind.ts";
import type { CardFilter } from "../data/filter.ts";
import { compactTotals, countCards } from "../data/words.ts";

/** A stage of the board: its name, count and totals over its cards. On a phone it is alone, under tabs. */
export function StageColumn({
  column: { stage, items, total, nextCursor },
  section: { type, figures },
  filter,
  isAlone,
  children,
}: {
  column: StageGroup;
  section: Section;
  filter: CardFilter;
  isAlone: boolean;
  children: ReactNode;
}) {
  const more = useMoreOfStage(type.id, filter, stage);
  const totals = figures.stages.find((one) => one.stage === stage)?.totals ?? [];
  const found = type.stages.find(({ id }) => id === stage);
  const add = useContext(AddCard);
  const isStart = type.stages[0]?.id === stage && countCards({ figures }) === 0;
  return (
    <BoardColumn
      zone={stage}
      name={found?.name ?? ""}
      isAlone={isAlone}
      width="max-xl:w-[232px]"
      headLook="flex flex-none flex-col gap-2 px-3 pt-2.5 pb-1.5"
      head={(title) => (
        <>
          <div className="flex items-center gap-2">
            {title}
            <Count value={total} />
          </div>
          {type.fields.some(({ name, kind }) => name === type.valueField && kind === "money") && (
            <p className="truncate text-muted text-xs tabular-nums">{compactTotals(totals) || "No value"}</p>
          )}
          <span className="h-[3px] overflow-hidden rounded-full bg-border" aria-hidden="true">
            <span className="block h-full bg-dept" style={{ width: `${found?.probability ?? 0}%` }} />
          </span>
        </>
      )}
      below={
        isStart ? (
          <Button className="m-2" size="sm" icon={Plus} onClick={add}>
            Add the first {type.singular}
          </Button>
        ) : (
          nextCursor !== null && (
            <MoreOfGroup
              className="m-2 grid"
              alertClassName="m-2"
              cursor={nextCursor}
              count={total - items.length}
              label={`Show more, ${total - items.length} left`}
              failure="Failed to load the cards"
              more={more}
            />
          )
        )
      }
    >
      {children}
    </BoardColumn>
  );
}
