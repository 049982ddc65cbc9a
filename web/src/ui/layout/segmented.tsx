import { useId } from "react";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";

interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: IconType;
  disabled?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** The name of the choice, for assistive tech. */
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

/** A few views of the same thing, one of them on. Radios underneath: one tab stop, arrows move. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        "inline-flex max-w-full flex-none gap-px rounded-sm bg-surface-sunken p-0.5 inset-ring-1 inset-ring-border",
        className,
      )}
    >
      {options.map(({ value: option, label: text, icon: Icon, disabled }) => (
        <label key={option} className={segment}>
          <input
            type="radio"
            className="absolute inset-0 max-md:-inset-y-1 cursor-[inherit] appearance-none rounded-xs"
            name={name}
            value={option}
            checked={option === value}
            disabled={disabled}
            onChange={() => onValueChange(option)}
          />
          {Icon && <Icon className="size-3.5" />}
          <span className="truncate">{text}</span>
        </label>
      ))}
    </div>
  );
}

const segment =
  "relative inline-flex h-6 min-w-0 cursor-pointer items-center justify-center gap-1.5 rounded-xs px-2.5 font-medium text-muted text-xs " +
  "max-md:h-9 max-md:px-3 hover:text-text has-checked:bg-surface-raised has-checked:font-semibold has-checked:text-text " +
  "has-checked:shadow-1 has-checked:ring-1 has-checked:ring-border has-disabled:cursor-not-allowed has-disabled:text-disabled";
