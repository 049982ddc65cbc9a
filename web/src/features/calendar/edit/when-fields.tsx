import { instantIn } from "@atoll/contract/zones";
import { useRef, useState } from "react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { ownTimeZone, clock as writeClock } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { TimeZoneField } from "../../../ui/field/dates/time-zone-field.tsx";
import { spanInWords } from "../time/day-words.ts";
import { minuteOf, minutesBetween, shiftWall, wallAt } from "../time/wall.ts";
import type { EventFields } from "./event-form.ts";

interface WhenFieldsProps {
  form: Form<EventFields>;
  hasZone: boolean;
  /** It can be chosen whether the event takes all day. */
  hasAllDay?: boolean;
}

/**
 * The days and times of an event, in one line. The end moves along with the start while it is typed, so that Enter saves
 * both. The last day has a field once it is another day than the first.
 */
export function WhenFields({ form, hasZone, hasAllDay = true }: WhenFieldsProps) {
  const isAllDay = useChoice(form, "isAllDay");
  const zone = useChoice(form, "zone");
  const [startDay, startTime, endDay, endTime] = form.watch(["startDay", "startTime", "endDay", "endTime"]);
  const days = { start: useChoice(form, "startDay"), end: useChoice(form, "endDay") };
  const times = { start: useChoice(form, "startTime"), end: useChoice(form, "endTime") };
  const lastStart = useRef({ day: startDay, minute: minuteOf(startTime) });
  // Once it is shown it stays, so that it does not vanish while the day is typed.
  const [hasLastDay, setLastDay] = useState(false);
  const isOverDays = startDay !== "" && endDay !== "" && startDay !== endDay;
  if (isOverDays && !hasLastDay && !isAllDay.value) setLastDay(true);
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
  const firstDay = (
    <DateField
      {...days.start}
      hideLabel
      label="From"
      onFocus={noteStart}
      onValueChange={(day) => {
        days.start.onValueChange(day);
        moveEndAlong();
      }}
    />
  );
  const lastDay = (
    <DateField
      {...days.end}
      hideLabel
      label={isAllDay.value ? "Last day" : "Until"}
      min={startDay || undefined}
    />
  );
  const startsAt = (
    <TimeField
      {...times.start}
      hideLabel
      label="From (time)"
      onFocus={noteStart}
      onValueChange={(time) => {
        times.start.onValueChange(time);
        moveEndAlong();
      }}
    />
  );
  const endsAt = <TimeField {...times.end} hideLabel label="Until (time)" />;
  const dash = (
    <span aria-hidden="true" className="pt-1.5 text-center text-muted max-md:pt-2.5">
      –
    </span>
  );
  return (
    <fieldset className="@container flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-semibold text-xs">When</legend>
      {isAllDay.value ? (
        <div className={cx(line, "grid-cols-[minmax(0,1fr)_0.75rem_minmax(0,1fr)]")}>
          {firstDay}
          {dash}
          {lastDay}
        </div>
      ) : hasLastDay ? (
        <div className={cx(line, overDays)}>
          {firstDay}
          {startsAt}
          {dash}
          {lastDay}
          {endsAt}
        </div>
      ) : (
        <div className={cx(line, oneDay)}>
          {firstDay}
          {startsAt}
          {dash}
          {endsAt}
        </div>
      )}
      <div className="grid min-h-8 items-center gap-x-3 gap-y-2 @[400px]:grid-cols-2">
        <div className="flex items-center gap-x-3">
          {hasAllDay && (
            <Checkbox
              checked={isAllDay.value}
              label="All day"
              onChange={({ target }) => isAllDay.onValueChange(target.checked)}
            />
          )}
          {!isAllDay.value && !hasLastDay && (
            <Button onClick={() => setLastDay(true)} size="xs" variant="ghost">
              Ends another day
            </Button>
          )}
        </div>
        {hasZone && !isAllDay.value && (
          <TimeZoneField hideLabel label="Time zone" onValueChange={zone.onValueChange} value={zone.value} />
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

const line = "grid items-start gap-x-1.5 gap-y-2";
/** Day, start and end next to each other; the day above where there is no room for all, as for a phone's larger text. */
const oneDay =
  "grid-cols-[minmax(0,1fr)_0.75rem_minmax(0,1fr)] *:first:col-span-3 md:@[350px]:*:first:col-span-1 " +
  "md:@[350px]:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_0.75rem_minmax(0,1fr)] @[430px]:*:first:col-span-1 " +
  "@[430px]:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_0.75rem_minmax(0,1fr)]";
/** Both days with their times in one line, or else below each other, without the dash. */
const overDays =
  "grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] *:nth-3:hidden @[560px]:*:nth-3:block " +
  "@[560px]:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_0.75rem_minmax(0,1.4fr)_minmax(0,1fr)]";

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
