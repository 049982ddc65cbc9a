import { Calendar } from "lucide-react";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { isWholeDay, readDay } from "../../../lib/time/typed-time.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { TypedField, type TypedFieldProps } from "../typed-field.tsx";
import { MonthGrid } from "./month-grid.tsx";

export interface DateFieldProps extends Omit<TypedFieldProps, "min" | "max"> {
  /** The first and last day that can be chosen from the month, as "2026-11-20". */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * A labelled field for a day, as "2026-11-20"; empty when there is none. People type it as they write days, step by the
 * arrow keys, or choose from a month.
 */
export function DateField({ min, max, ...field }: DateFieldProps) {
  const today = dayOf(new Date());
  return (
    <TypedField
      {...field}
      ways={{
        show: (day) => formatWall("dateYear", day),
        read: (text) => readDay(text, today),
        isWhole: isWholeDay,
        step: (day, by) => (day === "" ? today : addDays(day, by)),
        refusal: `Enter a date such as ${formatWall("dateYear", today)}.`,
        picker: {
          icon: Calendar,
          noun: "a day",
          className: "w-[252px] max-md:w-[324px]",
          render: (choose) => (
            <MonthGrid day={field.value} max={max} min={min} onChoose={choose} takesFocus today={today} />
          ),
        },
      }}
    />
  );
}
