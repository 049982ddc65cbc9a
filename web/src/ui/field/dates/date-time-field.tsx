import { cx } from "../../base/cx.ts";
import { DateField, type DateFieldProps } from "./date-field.tsx";
import { TimeField } from "./time-field.tsx";

const usualTime = "09:00";

/** A day and a time of day in one line, as "2026-11-20T09:30"; empty without a day. */
export function DateTimeField({ value, onValueChange, className, ...field }: DateFieldProps) {
  const [day = "", time = ""] = value.split("T");
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)_116px] items-start gap-2", className)}>
      <DateField
        {...field}
        value={day}
        onValueChange={(next) => onValueChange(next === "" ? "" : `${next}T${time || usualTime}`)}
      />
      {/* Stands in line with the day, whose label is above it. */}
      <TimeField
        className="pt-[22px]"
        disabled={day === "" || field.disabled}
        hideLabel
        label={`${field.label}, time`}
        value={time}
        onValueChange={(next) => onValueChange(`${day}T${next || usualTime}`)}
      />
    </div>
  );
}
