import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { GridItem } from "../layout/item.ts";
import { dayWords } from "../time/day-words.ts";
import type { CalendarView } from "../time/weeks.ts";
import { dayAndCount } from "./day-and-count.ts";
import { DayList, ItemRows } from "./day-list.tsx";
import { hueProps } from "./hue.ts";
import { itemsOn } from "./items-on.ts";
import { MonthView } from "./month-view.tsx";
import { TimeGrid } from "./time-grid.tsx";
import { isOff, type ViewProps } from "./view-props.ts";

const maxDots = 3;

/** A month on a phone: dots in its days, and below the list of the day that is chosen. */
function PhoneMonth(props: ViewProps) {
  const { days, day, workingHours } = props;
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
              {...dotsOf(props, one)}
              isOff={isOff(one, workingHours)}
              isOut={one.slice(0, 7) !== day.slice(0, 7)}
              key={one}
            />
          ))}
        </div>
      </section>
      <DayList {...props} />
    </>
  );
}

function dotsOf({ day, items, now, onGo }: ViewProps, one: string) {
  return {
    isChosen: one === day,
    isToday: one === now.day,
    items: itemsOn(items, one),
    onChoose: () => onGo(one),
    theDay: one,
  };
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
function DayDots({ theDay, items, isChosen, isToday, onChoose, hasLetter, ...marks }: DayDotsProps) {
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

/** One of the views; on a phone those that it has room for. */
export function ViewOf({ view, isPhone, ...props }: ViewProps & { view: CalendarView; isPhone: boolean }) {
  switch (view) {
    case "month":
      return isPhone ? <PhoneMonth {...props} /> : <MonthView {...props} />;
    case "week":
      return isPhone ? <PhoneWeek {...props} /> : <TimeGrid {...props} hasHead />;
    case "day":
      return <TimeGrid {...props} hasHead={false} />;
    case "agenda":
      return <AgendaView {...props} />;
  }
}

/** The coming weeks as a list, day after day; days with nothing on them are left out. */
function AgendaView({ day, days, items, now, onOpen, onAdd }: ViewProps) {
  const all = days.map((day) => ({ day, here: itemsOn(items, day) })).filter(({ here }) => here.length > 0);
  if (all.length === 0)
    return (
      <EmptyState
        action={<Button onClick={() => onAdd(day, 9 * 60)}>New Event</Button>}
        drawing="events"
        title="Nothing planned in these four weeks."
      />
    );
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4">
      {all.map(({ day, here }) => (
        <section aria-label={dayWords(day, "long")} key={day}>
          <h2 className="flex items-center gap-2 pb-2 font-semibold">
            {day === now.day && <span className="cal-sun px-2 text-2xs">Today</span>}
            {dayWords(day, "long")}
          </h2>
          <ItemRows items={here} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

/** A week on a phone: its days to choose from, and the hours of one. */
function PhoneWeek(props: ViewProps) {
  const { days, day } = props;
  return (
    <>
      <div className="grid flex-none grid-cols-7 pb-2">
        {days.map((one) => (
          <DayDots {...dotsOf(props, one)} hasLetter isOut={false} key={one} />
        ))}
      </div>
      <h2 className="flex-none pb-2 font-semibold">{dayWords(day, "long")}</h2>
      <TimeGrid {...props} days={[day]} hasHead={false} key={day} />
    </>
  );
}
