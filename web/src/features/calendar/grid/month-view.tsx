import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import type { GridItem } from "../layout/item.ts";
import { monthWeek } from "../layout/month-week.ts";
import { dayWords, timeWords } from "../time/day-words.ts";
import { dayAndCount } from "./day-and-count.ts";
import { ItemButton } from "./item-button.tsx";
import { ghostOf, isOff, isPast, type ViewProps, withDragged } from "./view-props.ts";

// Between the middles of two events 24px: as much as a finger needs.
const rowPx = 24;
const headPx = 31;

/**
 * A month: a row for each week, with bars over its days and timed events below. Only the weeks that a dragged item is in or
 * comes from receive it, so that no others render again as it moves.
 */
export function MonthView({ dragged, ...view }: ViewProps) {
  const { days, items } = view;
  const weeks = useMemo(
    () => Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7)),
    [days],
  );
  const itemsOf = useMemo(
    () => weeks.map((week) => items.filter((item) => isIn(week, item))),
    [weeks, items],
  );
  const all = withDragged(items, dragged);
  const ghost = dragged && ghostOf(dragged);
  const { ref, rows } = useRows(weeks.length);
  return (
    <section
      aria-label="Month"
      className="flex min-h-[560px] flex-1 flex-col overflow-hidden rounded-lg border bg-surface-raised shadow-1"
      data-cal-surface="days"
    >
      <div className="grid grid-cols-7 border-b bg-surface-sunken" aria-hidden="true">
        {weeks[0]?.map((day) => (
          <span className="px-2.5 py-[7px] font-semibold text-2xs text-faint" key={day}>
            {dayWords(day, "short")}
          </span>
        ))}
      </div>
      <div className="flex min-h-0 flex-1 flex-col" ref={ref}>
        {weeks.map((week, index) => {
          const isOver = ghost && (isIn(week, ghost) || (dragged?.item && isIn(week, dragged.item)));
          return (
            <WeekRow
              {...view}
              draggedKey={isOver ? ghost.key : undefined}
              items={isOver ? all.filter((item) => isIn(week, item)) : (itemsOf[index] ?? [])}
              key={week[0]}
              rows={rows}
              week={week}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Whether it touches a week; the layout draws of it what does. */
function isIn(week: readonly string[], { span: { from, to } }: GridItem): boolean {
  const [first = "", last = ""] = [week[0], week.at(-1)];
  return from.day <= last && (from.day >= first || to.day >= first);
}

/** The total height of the weeks in the last render. Starting with that many rows, a month renders once. */
let lastHeight = 0;

/** As many rows of events as a week has room for. */
function useRows(weeks: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(() => (lastHeight > 0 ? rowsIn(lastHeight / weeks) : 3));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      lastHeight = element.clientHeight;
      setRows(rowsIn(lastHeight / weeks));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [weeks]);
  return { ref, rows };
}

function rowsIn(weekPx: number): number {
  return Math.max(2, Math.floor((weekPx - headPx) / rowPx));
}

interface InWeek extends Omit<ViewProps, "items" | "dragged"> {
  /** The dragged item, if it is in this week. */
  draggedKey: string | undefined;
}

interface WeekRowProps extends InWeek {
  week: readonly string[];
  rows: number;
  items: readonly GridItem[];
}

const WeekRow = memo(function WeekRow({ week, rows, items, ...view }: WeekRowProps) {
  const { bars, days } = monthWeek(items, week, rows);
  return (
    <div className="relative min-h-0 flex-1 border-b last:border-b-0">
      <div className="absolute inset-0 grid grid-cols-7">
        {days.map(({ day, chips, hidden, items: all }, column) => (
          <DayCell
            {...view}
            chips={chips.map(({ item }) => item)}
            hidden={hidden}
            key={day}
            lanes={Math.max(
              0,
              ...bars
                .filter(({ first, last }) => first <= column && last >= column)
                .map(({ lane }) => lane + 1),
            )}
            label={dayAndCount(day, all)}
            theDay={day}
          />
        ))}
      </div>
      <div
        className="pointer-events-none absolute inset-x-0 grid grid-cols-7"
        style={{ top: headPx, gridAutoRows: rowPx }}
      >
        {bars.map(({ item, first, last, lane, isCut }) => (
          <ItemButton
            {...marksOf(item, view)}
            className={cx(
              "pointer-events-auto mx-1 h-5 items-center px-2",
              isCut.left && "ml-0 rounded-l-none",
              isCut.right && "mr-0 rounded-r-none",
            )}
            isBar
            item={item}
            key={item.key}
            style={{ gridColumn: `${first + 1} / ${last + 2}`, gridRow: lane + 1 }}
          >
            <span className="truncate">{item.title}</span>
          </ItemButton>
        ))}
      </div>
    </div>
  );
});

function marksOf(item: GridItem, { draggedKey, now, openKey, onOpen, hintId }: InWeek) {
  return {
    onOpen,
    hintId,
    isDragged: false,
    isPast: isPast(item, now),
    isOpen: item.key === openKey || item.key === draggedKey,
  };
}

interface DayCellProps extends InWeek {
  theDay: string;
  chips: readonly GridItem[];
  hidden: number;
  /** The day and what lies on it, said. */
  label: string;
  lanes: number;
}

function DayCell({ theDay, chips, hidden, label, lanes, ...view }: DayCellProps) {
  const { day, days, now, onGo, onAdd } = view;
  const middle = days[Math.floor(days.length / 2)] ?? day;
  const isOut = theDay.slice(0, 7) !== middle.slice(0, 7);
  const number = Number(theDay.slice(8));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keys have the button of the day, and N
    <div
      className={cx(
        "flex min-w-0 flex-col gap-1 border-l px-1 py-[3px] first:border-l-0",
        isOff(theDay, view.workingHours) && "cal-off",
      )}
      data-cal-day={theDay}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("button"))) onAdd(theDay);
      }}
    >
      <button
        aria-current={theDay === now.day ? "date" : undefined}
        className={cx(
          "flex h-6 w-fit items-center rounded-full px-[5px] font-medium text-xs hover:bg-surface-hover",
          isOut && "text-faint",
          theDay === now.day && "px-0",
        )}
        onClick={() => onGo(theDay, "day")}
        type="button"
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden="true" className={theDay === now.day ? "cal-sun" : undefined}>
          {theDay !== now.day && number === 1 ? dayWords(theDay, "date") : number}
        </span>
      </button>
      <div className="-mb-1 flex-none" style={{ height: lanes * rowPx }} />
      {chips.map((item) => (
        <ItemButton
          {...marksOf(item, view)}
          className="h-5 flex-none items-center gap-[5px] pr-1.5 pl-2"
          item={item}
          key={item.key}
        >
          <span className="flex-none font-semibold text-2xs">{timeWords(item.span.from)}</span>
          <span className="truncate">{item.title}</span>
        </ItemButton>
      ))}
      {hidden > 0 && (
        <button
          className="h-5 w-fit flex-none rounded-xs pl-2 font-semibold text-2xs text-muted hover:text-text hover:underline"
          onClick={() => onGo(theDay, "day")}
          type="button"
        >
          {hidden} more
        </button>
      )}
    </div>
  );
}
