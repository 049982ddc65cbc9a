import { ownWeek } from "../../../lib/time/own-week.ts";

export interface WeekdayFieldProps {
  label: string;
  /** The chosen days, from 1 for Monday to 7 for Sunday. */
  value: readonly number[];
  onValueChange: (value: number[]) => void;
}

/** The days of a week in one row, each of them on or off, from the day on which the person's weeks begin. */
export function WeekdayField({ label, value, onValueChange }: WeekdayFieldProps) {
  return (
    <fieldset>
      <legend className="pb-1.5 font-semibold text-xs">{label}</legend>
      <div className="grid grid-cols-7 gap-1">
        {ownWeek().map(({ name, day: index }) => {
          const day = index + 1;
          return (
            <label className={weekday} key={name} title={name}>
              <input
                aria-label={name}
                checked={value.includes(day)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-sm"
                onChange={({ target: { checked } }) =>
                  onValueChange(
                    checked ? [...value, day].toSorted() : value.filter((chosen) => chosen !== day),
                  )
                }
                type="checkbox"
              />
              <span aria-hidden="true">{name.slice(0, 2)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const weekday =
  "relative inline-flex h-8 min-w-0 cursor-pointer items-center justify-center rounded-sm border border-control font-medium text-muted text-xs " +
  "max-md:h-11 hover:text-text has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary-text";
