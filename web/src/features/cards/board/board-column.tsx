import { type ReactNode, useId } from "react";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { type Section, useMoreOfStage } from "../data/api.ts";
import type { StageGroup } from "../data/board-kind.ts";
import type { CardFilter } from "../data/filter.ts";
import { compactTotals } from "../data/words.ts";

/** A stage of the board: its name, count and totals over its cards. On a phone it is alone, under tabs. */
export function BoardColumn({
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
  const titleId = useId();
  const more = useMoreOfStage(type.id, filter, stage);
  const totals = figures.stages.find((one) => one.stage === stage)?.totals ?? [];
  const found = type.stages.find(({ id }) => id === stage);
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 flex-col",
        !isAlone && "w-[232px] flex-none rounded-lg border bg-surface-sunken xl:w-auto xl:min-w-0 xl:flex-1",
      )}
    >
      <header className={cx(isAlone ? "sr-only" : "flex flex-none flex-col gap-2 px-3 pt-2.5 pb-1.5")}>
        <div className="flex items-center gap-2">
          <h2 id={titleId} className="truncate font-semibold text-sm">
            {found?.name}
          </h2>
          <Count value={total} />
        </div>
        {type.fields.some(({ name, kind }) => name === type.valueField && kind === "money") && (
          <p className="truncate text-muted text-xs tabular-nums">{compactTotals(totals) || "No value"}</p>
        )}
        <span className="h-[3px] overflow-hidden rounded-full bg-border" aria-hidden="true">
          <span className="block h-full bg-dept" style={{ width: `${found?.probability ?? 0}%` }} />
        </span>
      </header>
      <ul
        aria-labelledby={titleId}
        data-drag-zone={stage}
        className={cx(
          "flex flex-col gap-2",
          isAlone ? "min-h-40" : "min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2",
          "empty:after:px-2 empty:after:py-3 empty:after:text-center empty:after:text-muted empty:after:text-xs empty:after:content-['Nothing_here']",
        )}
      >
        {children}
      </ul>
      {nextCursor !== null && (
        <Button
          className="m-2"
          size="sm"
          variant="ghost"
          loading={more.isPending}
          onClick={() => more.mutate(nextCursor)}
        >
          Show more, {total - items.length} left
        </Button>
      )}
    </section>
  );
}
