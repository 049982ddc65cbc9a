import { cx } from "../../../ui/base/cx.ts";
import type { GridItem } from "../layout/item.ts";
import { dayWords } from "../time/day-words.ts";
import { dayAndCount } from "./day-and-count.ts";
import { DayList } from "./day-list.tsx";
import { hueProps } from "./hue.ts";
import { itemsOn } from "./items-on.ts";
import { isOff, type ViewProps } from "./view-props.ts";

const maxDots = 3;

/** A month on a phone: dots in its days, and below the list of the day that is chosen. */
export function PhoneMonth(props: ViewProps) {
  const { days, day, items, now, onGo, workingHours } = props;
  return (
    <>
      <section aria-label="Month" className="flex-none overflow-hidden rounded-lg border bg-surface-raised">
        <div className="grid grid-cols-7 border-b bg-surface-sunken" aria-hidden="true">
          {days.slice(0, 7).map((one) => (
            <span className="py-1.5 text-center font-semibold text-2xs text-faint" key={one}>
              {dayWords(one, "short")}
            </span>
          ))}
        </div>
        <div className="grid grid-cols-7">
          {days.map((one) => (
            <DayDots
              isChosen={one === day}
              isOff={isOff(one, workingHours)}
              isOut={one.slice(0, 7) !== day.slice(0, 7)}
              isToday={one === now.day}
              items={itemsOn(items, one)}
              key={one}
              onChoose={() => onGo(one)}
              theDay={one}
            />
          ))}
        </div>
      </section>
      <DayList {...props} />
    </>
  );
}

interface DayDotsProps {
  theDay: string;
  items: readonly GridItem[];
  isChosen: boolean;
  isToday: boolean;
  isOut: boolean;
  /** The person does not work on it. */
  isOff?: boolean;
  onChoose: () => void;
  /** The letter of the weekday stands above it. */
  hasLetter?: boolean;
}

/** A day that can be chosen, with a dot for each of the first things on it. */
export function DayDots({ theDay, items, isChosen, isToday, onChoose, hasLetter, ...marks }: DayDotsProps) {
  return (
    <button
      aria-current={isToday ? "date" : undefined}
      aria-pressed={isChosen}
      className={cx(
        "flex h-[50px] flex-col items-center gap-[3px] pt-1",
        hasLetter
          ? "h-14 rounded-md"
          : "border-t border-l [&:nth-child(-n+7)]:border-t-0 [&:nth-child(7n+1)]:border-l-0",
        !hasLetter && marks.isOff && "cal-off",
        isChosen && "bg-surface-selected",
        marks.isOut && "text-faint",
      )}
      onClick={onChoose}
      type="button"
    >
      <span className="sr-only">{dayAndCount(theDay, items)}</span>
      <span aria-hidden="true" className="contents">
        {hasLetter && <span className="text-2xs text-faint">{dayWords(theDay, "narrow")}</span>}
        <span className={cx("grid h-6 place-items-center font-medium text-sm", isToday && "cal-sun")}>
          {Number(theDay.slice(8))}
        </span>
        <span className="flex h-1.5 gap-[3px]">
          {items.slice(0, maxDots).map(({ key, hue }) => (
            <span {...hueProps(hue)} className="cal-hue flex" key={key}>
              <span className="cal-dot" />
            </span>
          ))}
        </span>
      </span>
    </button>
  );
}
