import { dayWords } from "../time/day-words.ts";
import { itemsOn } from "./items-on.ts";
import { DayDots } from "./phone-month.tsx";
import { TimeGrid } from "./time-grid.tsx";
import type { ViewProps } from "./view-props.ts";

/** A week on a phone: its days to choose from, and the hours of one. */
export function PhoneWeek(props: ViewProps) {
  const { days, day, items, now, onGo } = props;
  return (
    <>
      <div className="grid flex-none grid-cols-7 pb-2">
        {days.map((one) => (
          <DayDots
            hasLetter
            isChosen={one === day}
            isOut={false}
            isToday={one === now.day}
            items={itemsOn(items, one)}
            key={one}
            onChoose={() => onGo(one)}
            theDay={one}
          />
        ))}
      </div>
      <h2 className="flex-none pb-2 font-semibold">{dayWords(day, "long")}</h2>
      <TimeGrid {...props} days={[day]} hasHead={false} key={day} />
    </>
  );
}
