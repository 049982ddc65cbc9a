import { instantIn } from "@atoll/contract/zones";
import { useRef } from "react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { TimeZoneField } from "../../../ui/field/time-zone-field.tsx";
import { spanInWords } from "../time/day-words.ts";
import { minuteOf, minutesBetween, shiftWall, wallAt, clock as writeClock } from "../time/wall.ts";
import type { EventFields } from "./event-form.ts";

const isYearTyped = /^(?:19|20|21)\d\d-/;

/** When it is: days and times as they are typed. The end moves along while the start is typed, so that Enter saves both. */
export function WhenFields({ form, hasZone }: { form: Form<EventFields>; hasZone: boolean }) {
  const isAllDay = useChoice(form, "isAllDay");
  const zone = useChoice(form, "zone");
  const [startDay, startTime, endDay, endTime] = form.watch(["startDay", "startTime", "endDay", "endTime"]);
  const begun = useRef({ day: startDay, minute: minuteOf(startTime) });
  /** From where the begin is moved, also where a suggested time was taken since. */
  const begin = () => {
    if (startDay !== "" && startTime !== "") begun.current = { day: startDay, minute: minuteOf(startTime) };
  };
  const own = ownTimeZone();
  const isForeign = zone.value !== own && !isAllDay.value;

  /** Called with what stands in the fields of the begin now. */
  function takeEndAlong() {
    const [day, time] = form.getValues(["startDay", "startTime"]);
    // A year is typed digit by digit, and no day until the last of them.
    if (!isYearTyped.test(day) || time === "") return;
    const start = { day, minute: minuteOf(time) };
    const [lastDay, lastTime] = form.getValues(["endDay", "endTime"]);
    if (!isYearTyped.test(lastDay) || lastTime === "") return;
    const moved = minutesBetween(begun.current, start);
    const end = shiftWall({ day: lastDay, minute: minuteOf(lastTime) }, moved);
    begun.current = start;
    if (moved === 0 || Number.isNaN(moved)) return;
    form.fill("endDay", end.day);
    form.fill("endTime", writeClock(end.minute));
  }
  const startDayField = form.field("startDay");
  const startTimeField = form.field("startTime");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">When</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...startDayField}
          label="From"
          max="2199-12-31"
          onChange={(event) => {
            void startDayField.onChange(event);
            takeEndAlong();
          }}
          onFocus={begin}
          type="date"
        />
        {!isAllDay.value && (
          <TextField
            {...startTimeField}
            label="From (time)"
            onChange={(event) => {
              void startTimeField.onChange(event);
              takeEndAlong();
            }}
            onFocus={begin}
            type="time"
          />
        )}
        <TextField
          {...form.field("endDay")}
          label={isAllDay.value ? "Last day" : "Until"}
          max="2199-12-31"
          type="date"
        />
        {!isAllDay.value && <TextField {...form.field("endTime")} label="Until (time)" type="time" />}
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

/** What is planned elsewhere, as one's own wall shows it. */
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
