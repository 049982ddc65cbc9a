import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { dayWords } from "../time/day-words.ts";
import { stepFrom, weekNumber, weeksOfMonth } from "../time/weeks.ts";

interface MiniMonthProps {
  day: string;
  today: string;
  /** Those that the view beside it shows. */
  days: readonly string[];
  onChoose: (day: string) => void;
}

/** A month to find a day in, beside any view. */
export function MiniMonth({ day, today, days, onChoose }: MiniMonthProps) {
  const [looked, setLooked] = useState({ month: day, of: day });
  // Another day of the view brings its month.
  const month = looked.of === day ? looked.month : day;
  const look = (by: 1 | -1) => setLooked({ month: stepFrom("month", month, by), of: day });
  const weeks = weeksOfMonth(month);
  return (
    <section aria-label="Month to choose from">
      <div className="flex items-center gap-1 pb-1">
        <h2 className="flex-1 pl-1 font-semibold text-xs" aria-live="polite">
          {dayWords(month, "month")} {month.slice(0, 4)}
        </h2>
        <IconButton icon={ChevronLeft} label="Month before" onClick={() => look(-1)} size="xs" />
        <IconButton icon={ChevronRight} label="Next month" onClick={() => look(1)} size="xs" />
      </div>
      <div className="grid grid-cols-[20px_repeat(7,minmax(0,1fr))] text-center text-2xs">
        <span />
        {weeks[0]?.map((one) => (
          <span aria-hidden="true" className="py-1 text-faint" key={one}>
            {dayWords(one, "narrow")}
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
                className={cx(
                  "grid h-6 place-items-center max-md:h-11 hover:bg-surface-hover",
                  days.length < 8 && days.includes(one) && "bg-surface-selected",
                  one === day && "font-semibold",
                  one.slice(0, 7) !== month.slice(0, 7) && "text-faint",
                )}
                key={one}
                onClick={() => onChoose(one)}
                type="button"
              >
                <span className="sr-only">{dayWords(one, "long")}</span>
                <span aria-hidden="true" className={one === today ? "cal-sun" : undefined}>
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
