import { shortestPauseMinutes } from "@atoll/contract/automations/limits";
import type { Trigger } from "@atoll/contract/automations/schemas";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { TimeField } from "../../ui/field/dates/time-field.tsx";
import { TimeZoneField } from "../../ui/field/dates/time-zone-field.tsx";
import { WeekdayField } from "../../ui/field/dates/weekday-field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { usePattern } from "./api.ts";

interface TimesProps<Kind extends Trigger["kind"]> {
  trigger: Extract<Trigger, { kind: Kind }>;
  set: (trigger: Trigger) => void;
}

const everyNames = { day: "Every day", week: "On days of the week", month: "On a day of the month" };

/** The days of a schedule, and its time. */
export function ScheduleFields({ trigger, set }: TimesProps<"schedule">) {
  return (
    <>
      <Select
        label="How often"
        onValueChange={(every) => set({ ...trigger, every })}
        options={(["day", "week", "month"] as const).map((value) => ({ value, label: everyNames[value] }))}
        value={trigger.every}
      />
      {trigger.every === "week" && (
        <WeekdayField
          label="Days"
          onValueChange={(weekdays) => set({ ...trigger, weekdays })}
          value={trigger.weekdays}
        />
      )}
      {trigger.every === "month" && (
        <NumberField
          help="In a shorter month it is the last day."
          label="Day of the month"
          max={31}
          min={1}
          onValueChange={(day) => set({ ...trigger, day })}
          value={trigger.day}
        />
      )}
      <TimeFields set={set} trigger={trigger} />
    </>
  );
}

type Timed = Extract<Trigger, { time: string }>;

/** A time of day in a time zone. */
export function TimeFields({ trigger, set }: { trigger: Timed; set: (trigger: Trigger) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <TimeField label="Time" onValueChange={(time) => set({ ...trigger, time })} value={trigger.time} />
      <TimeZoneField
        label="Time zone"
        onValueChange={(zone) => set({ ...trigger, zone })}
        value={trigger.zone}
      />
    </div>
  );
}

/** A cron pattern, with its meaning and its next times as they are known while it is typed. */
export function PatternFields({ trigger, set }: TimesProps<"cron">) {
  const asked = useDebounced(trigger, 300);
  const { data, error, isFetching } = usePattern(asked);
  return (
    <>
      <TextField
        autoComplete="off"
        {...(data?.refusal && { error: data.refusal })}
        help={`Minute, hour, day of the month, month, day of the week. At least ${shortestPauseMinutes} minutes apart.`}
        label="Pattern"
        loading={isFetching}
        onChange={({ target }) => set({ ...trigger, pattern: target.value })}
        spellCheck={false}
        value={trigger.pattern}
      />
      <TimeZoneField
        label="Time zone"
        onValueChange={(zone) => set({ ...trigger, zone })}
        value={trigger.zone}
      />
      <p className="text-muted text-xs" role="status">
        {error && errorMessage(error, "Failed to read the pattern")}
        {!error && data?.words && `${data.words}. Next: ${data.times.map(formatInstant).join("; ")}.`}
      </p>
    </>
  );
}

interface NumberFieldProps {
  label: string;
  help: string;
  value: number;
  min: number;
  max: number;
  onValueChange: (value: number) => void;
}

/** A whole number. */
export function NumberField({ value, onValueChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      onChange={({ target }) => onValueChange(target.valueAsNumber)}
      type="number"
      value={Number.isNaN(value) ? "" : value}
    />
  );
}
