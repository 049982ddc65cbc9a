import { startAfterDueText } from "@atoll/contract/tasks/due";
import type { Due } from "@atoll/contract/tasks/schemas";
import { Calendar, CalendarArrowUp } from "lucide-react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { isTouch } from "../../../lib/page/is-touch.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, ownTimeZone, weekdayOf } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { describeDue } from "../data/due.ts";
import { ValueButton } from "./value-button.tsx";

/** When it is due: a day, and beyond it a time on the clock of one zone. Shown as the viewer's own clock says it. */
export function DueField({ work }: { work: TaskWork }) {
  const { due, completedAt } = work.task;
  const now = useNow();
  const shown = due && describeDue(due, now);
  const isLate = shown?.isLate === true && completedAt === null;
  const isPressing = isLate || (shown?.isToday === true && completedAt === null);
  const text = shown ? dueText(shown, due, now) : "None";
  function set(next: Due | null) {
    if (JSON.stringify(next) === JSON.stringify(due)) return;
    const said = next ? `Due ${describeDue(next, now).text}` : "Due date removed";
    work.change(setFields({ due: next }, said));
  }
  return (
    <Popover
      label="Due date"
      align="end"
      className="w-[280px]"
      trigger={
        <ValueButton label="Due date" field="due">
          <Calendar className={cx("size-4", isPressing ? "text-danger-text" : "text-faint")} />
          <span className={cx("truncate", !shown && "text-muted", isPressing && "text-danger-text")}>
            {text}
          </span>
          {isLate && <span className="font-semibold text-2xs text-danger-text">Overdue</span>}
        </ValueButton>
      }
    >
      {(close) => (
        <DueForm
          due={due}
          now={now}
          onSet={(next) => {
            set(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** "Today, 20 Nov", "24 Nov, 17:00"; a time of another place is said in both. */
function dueText(shown: { text: string; isToday: boolean }, due: Due, now: Date): string {
  const date = shown.isToday ? shown.text.replace("Today", `Today, ${formatDate(now, now)}`) : shown.text;
  const isElsewhere = due.clock && due.clock.zone !== ownTimeZone();
  return isElsewhere ? `${date} (${due.clock?.time} ${zoneName(due.clock?.zone ?? "")})` : date;
}

/** The day on which it is planned to start. */
export function StartField({ work }: { work: TaskWork }) {
  const { startsOn = null, due } = work.task;
  function set(day: string | null) {
    if (day !== startsOn)
      work.change(setFields({ startsOn: day }, day ? `Starts ${formatWallDate(day)}` : "Start date removed"));
  }
  return (
    <Popover
      label="Start date"
      align="end"
      className="w-[280px]"
      trigger={
        <ValueButton label="Start date">
          <CalendarArrowUp className="size-4 text-faint" />
          <span className={cx("truncate", !startsOn && "text-muted")}>
            {startsOn ? formatWallDate(startsOn) : "None"}
          </span>
        </ValueButton>
      }
    >
      {(close) => (
        <StartForm
          latest={due?.date}
          onSet={(day) => {
            set(day);
            close();
          }}
          startsOn={startsOn}
        />
      )}
    </Popover>
  );
}

interface StartFormProps {
  startsOn: string | null;
  /** The day on which the task is due. */
  latest: string | undefined;
  onSet: (day: string | null) => void;
}

function StartForm({ startsOn, latest, onSet }: StartFormProps) {
  const form = useForm({
    values: { day: startsOn ?? "" },
    schema: z.object({
      day: z.string().refine((day) => latest === undefined || day <= latest, startAfterDueText),
    }),
    send: ({ day }) => onSet(day === "" ? null : day),
  });
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={form.submit}>
      <DateField
        {...useChoice(form, "day")}
        data-first-focus={isTouch() ? undefined : ""}
        label="Day"
        max={latest}
      />
      <div className="flex justify-end gap-2">
        {startsOn && (
          <Button onClick={() => onSet(null)} variant="ghost">
            Remove
          </Button>
        )}
        <Button disabled={form.watch("day") === "" && startsOn === null} type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}

interface DueFormProps {
  due: Due | null;
  now: Date;
  /** Says which time applies if the field is left blank. */
  timeHelp?: string;
  onSet: (due: Due | null) => void;
}

/** A day, beyond it a time, and days that are chosen often. */
export function DueForm({ due, now, timeHelp = endOfDay, onSet }: DueFormProps) {
  const form = useForm({
    values: {
      date: due?.date ?? "",
      time: due?.clock?.time ?? "",
      zone: due?.clock?.zone ?? ownTimeZone(),
    },
    send: (chosen) => onSet(chosen.date === "" ? null : { date: chosen.date, clock: clockOf(chosen) }),
  });
  const date = useChoice(form, "date");
  const time = useChoice(form, "time");
  const zone = useChoice(form, "zone");
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        {quickDays(now).map(({ label, day }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => onSet({ date: day, clock: clockOf(form.getValues()) })}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateField
        {...date}
        // A person who opens it by a key types the day. On a touch screen its keyboard would cover the days above.
        data-first-focus={isTouch() ? undefined : ""}
        label="Day"
      />
      <TimeField {...time} label="Time" help={timeHelp} disabled={date.value === ""} />
      {time.value !== "" && (
        <Select
          {...zone}
          label="Time zone"
          options={zones(zone.value).map((value) => ({ value, label: zoneName(value) }))}
        />
      )}
      <div className="flex justify-end gap-2">
        {due && (
          <Button variant="ghost" onClick={() => onSet(null)}>
            Remove
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={date.value === "" && due === null}>
          Save
        </Button>
      </div>
    </form>
  );
}

const clockOf = ({ time, zone }: { time: string; zone: string }) => (time === "" ? null : { time, zone });

const endOfDay = "Without a time, it is due at the end of the day in each person's time zone.";

function quickDays(now: Date): { label: string; day: string }[] {
  const today = dayOf(now);
  const after = (days: number) => addDays(today, days);
  // From Sunday on, the next Monday.
  return [
    { label: "Today", day: after(0) },
    { label: "Tomorrow", day: after(1) },
    { label: "Next Monday", day: after(8 - weekdayOf(today)) },
  ];
}

/** All that the browser knows, and the one that is chosen already. */
function zones(chosen: string): string[] {
  return [...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** "Europe/Lisbon" is "Lisbon, Europe"; "America/Argentina/Salta" is "Salta, America". */
function zoneName(zone: string): string {
  const parts = zone.replaceAll("_", " ").split("/");
  return parts.length === 1 ? zone : `${parts.at(-1)}, ${parts[0]}`;
}
