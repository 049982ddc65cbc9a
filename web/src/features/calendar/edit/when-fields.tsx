import { instantIn } from "@atoll/contract/zones";
import { useRef } from "react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/date-field.tsx";
import { TimeField } from "../../../ui/field/time-field.tsx";
import { TimeZoneField } from "../../../ui/field/time-zone-field.tsx";
import { spanInWords } from "../time/day-words.ts";
import { minuteOf, minutesBetween, shiftWall, wallAt, clock as writeClock } from "../time/wall.ts";
import type { EventFields } from "./event-form.ts";

/** The days and times of an event. The end moves along with the start while it is typed, so that Enter saves both. */
export function WhenFields({ form, hasZone }: { form: Form<EventFields>; hasZone: boolean }) {
  const isAllDay = useChoice(form, "isAllDay");
  const zone = useChoice(form, "zone");
  const [startDay, startTime, endDay, endTime] = form.watch(["startDay", "startTime", "endDay", "endTime"]);
  const days = { start: useChoice(form, "startDay"), end: useChoice(form, "endDay") };
  const times = { start: useChoice(form, "startTime"), end: useChoice(form, "endTime") };
  const lastStart = useRef({ day: startDay, minute: minuteOf(startTime) });
  /** Notes where the start is moved from: a suggested time may have been taken since. */
  const noteStart = () => {
    if (startDay !== "" && startTime !== "")
      lastStart.current = { day: startDay, minute: minuteOf(startTime) };
  };
  const own = ownTimeZone();
  const isForeign = zone.value !== own && !isAllDay.value;

  function moveEndAlong() {
    const [day, time] = form.getValues(["startDay", "startTime"]);
    const [lastDay, lastTime] = form.getValues(["endDay", "endTime"]);
    if (day === "" || time === "" || lastDay === "" || lastTime === "") return;
    const start = { day, minute: minuteOf(time) };
    const moved = minutesBetween(lastStart.current, start);
    const end = shiftWall({ day: lastDay, minute: minuteOf(lastTime) }, moved);
    lastStart.current = start;
    if (moved === 0 || Number.isNaN(moved)) return;
    form.fill("endDay", end.day);
    form.fill("endTime", writeClock(end.minute));
  }
  return (
    <fieldset className="@container flex flex-col gap-2">
      <legend className="sr-only">When</legend>
      <div className={cx("grid gap-3", isAllDay.value ? "grid-cols-2" : lineColumns)}>
        <DateField
          {...days.start}
          label="From"
          onFocus={noteStart}
          onValueChange={(day) => {
            days.start.onValueChange(day);
            moveEndAlong();
          }}
        />
        {!isAllDay.value && (
          <TimeField
            {...times.start}
            label="From (time)"
            onFocus={noteStart}
            onValueChange={(time) => {
              times.start.onValueChange(time);
              moveEndAlong();
            }}
          />
        )}
        <DateField {...days.end} label={isAllDay.value ? "Last day" : "Until"} min={startDay || undefined} />
        {!isAllDay.value && <TimeField {...times.end} label="Until (time)" />}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Checkbox
          checked={isAllDay.value}
          label="All day"
          onChange={({ target }) => isAllDay.onValueChange(target.checked)}
        />
        {hasZone && !isAllDay.value && (
          <TimeZoneField
            className="w-[240px]"
            label="Time zone"
            onValueChange={zone.onValueChange}
            value={zone.value}
          />
        )}
      </div>
      {isForeign && (
        <p className="text-muted text-xs">
          {whereYouAre({ startDay, startTime, endDay, endTime }, zone.value)}
        </p>
      )}
    </fieldset>
  );
}

/** Start and end in one line where there is room for both. */
const lineColumns =
  "@md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)_minmax(0,1.25fr)_minmax(0,1fr)] grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]";

/** Says when an event in another time zone is where the viewer is. */
function whereYouAre(
  times: Pick<EventFields, "startDay" | "startTime" | "endDay" | "endTime">,
  zone: string,
): string {
  const start = `${times.startDay}T${times.startTime}`;
  const end = `${times.endDay}T${times.endTime}`;
  if (Number.isNaN(Date.parse(`${start}Z`)) || Number.isNaN(Date.parse(`${end}Z`))) return "";
  const at = (day: string, time: string) => wallAt(instantIn(zone, day, time));
  return `${spanInWords({ from: at(times.startDay, times.startTime), to: at(times.endDay, times.endTime) })} where you are`;
}
