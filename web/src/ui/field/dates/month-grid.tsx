import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { firstOfMonth, weekNumber, weeksOfMonth } from "../../../lib/time/weeks.ts";
import { cx } from "../../base/cx.ts";
import { IconButton } from "../../button/icon-button.tsx";

export interface MonthGridProps {
  /** The chosen day; the grid starts at its month. Empty when none is chosen. */
  day: string;
  today: string;
  /** Days that are drawn as a range, such as the week that is shown. */
  range?: readonly string[];
  /** The first and last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  /** Lets a popover that opens with the grid move the focus to the chosen day. */
  takesFocus?: boolean;
  onChoose: (day: string) => void;
}

/** A month to choose a day from. Arrow keys go by days and weeks, Page Up and Page Down by months. */
export function MonthGrid({
  day,
  today,
  range = [],
  min,
  max,
  takesFocus = false,
  onChoose,
}: MonthGridProps) {
  const [focus, setFocus] = useState({ on: day || today, of: day });
  const grid = useRef<HTMLDivElement>(null);
  // Another chosen day brings its month.
  const on = focus.of === day ? focus.on : day || today;
  const weeks = weeksOfMonth(on);
  const isOut = (one: string) => (min !== undefined && one < min) || (max !== undefined && one > max);

  const look = (by: 1 | -1) => setFocus({ on: firstOfMonth(on, by), of: day });
  function go(next: string) {
    setFocus({ on: next, of: day });
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  }
  function move(event: KeyboardEvent) {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (days === undefined && months === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(days === undefined ? firstOfMonth(on, months ?? 0) : addDays(on, days));
  }
  return (
    <section aria-label="Month to choose from">
      <div className="flex items-center gap-1 pb-1">
        <h2 className="flex-1 pl-1 font-semibold text-xs" aria-live="polite">
          {formatWall("month", on)} {on.slice(0, 4)}
        </h2>
        <IconButton icon={ChevronLeft} label="Previous month" onClick={() => look(-1)} size="xs" />
        <IconButton icon={ChevronRight} label="Next month" onClick={() => look(1)} size="xs" />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the days inside bubble up here */}
      <div
        className="grid grid-cols-[20px_repeat(7,minmax(0,1fr))] text-center text-2xs"
        onKeyDown={move}
        ref={grid}
      >
        <span />
        {weeks[0]?.map((one) => (
          <span aria-hidden="true" className="py-1 text-faint" key={one}>
            {formatWall("narrow", one)}
          </span>
        ))}
        {weeks.map((week) => (
          <div className="contents" key={week[0]}>
            <span aria-hidden="true" className="self-center text-faint opacity-80">
              {weekNumber(week)}
            </span>
            {week.map((one) => (
              <button
                aria-current={one === today ? "date" : undefined}
                aria-pressed={one === day}
                data-first-focus={takesFocus && one === on ? "" : undefined}
                className={cx(
                  "grid h-6 place-items-center rounded-sm max-md:h-11 hover:bg-surface-hover disabled:text-disabled",
                  range.includes(one) && "rounded-none bg-surface-selected",
                  one === day && "bg-surface-selected font-semibold",
                  one.slice(0, 7) !== on.slice(0, 7) && "text-faint",
                )}
                data-day={one}
                disabled={isOut(one)}
                key={one}
                onClick={() => onChoose(one)}
                tabIndex={one === on ? 0 : -1}
                type="button"
              >
                <span className="sr-only">{formatWall("long", one)}</span>
                <span aria-hidden="true" className={cx(one === today && todayMark)}>
                  {Number(one.slice(8))}
                </span>
              </button>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

const todayMark =
  "grid h-6 min-w-6 place-items-center rounded-full bg-highlight font-bold text-highlight-contrast";
