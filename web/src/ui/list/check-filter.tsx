import type { ReactNode } from "react";
import { FilterButton } from "../button/filter-button.tsx";
import { Checkbox } from "../field/checkbox.tsx";
import type { IconType } from "../icon/icon-type.ts";
import { Popover } from "../popup/popover.tsx";

export interface CheckOption<Value extends string> {
  value: Value;
  label: string;
  lead?: ReactNode;
}

export interface CheckFilterProps<Value extends string> {
  name: string;
  icon: IconType;
  options: readonly CheckOption<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  onClear: () => void;
  /** Stands above the options: a way to find more of them. */
  children?: ReactNode;
}

/** Several values of one filter behind a pill that says which, or how many. */
export function CheckFilter<Value extends string>(props: CheckFilterProps<Value>) {
  const { name, icon, options, chosen, onChange, onClear, children } = props;
  const [only] = chosen;
  const named = options.find(({ value }) => value === only)?.label;
  const what = chosen.length === 1 && named ? named : `${chosen.length} selected`;
  return (
    <Popover
      className="flex w-60 flex-col gap-2 p-3"
      label={name}
      trigger={
        <FilterButton
          active={chosen.length > 0}
          icon={icon}
          label={chosen.length > 0 ? `${name}: ${what}` : name}
          onClear={onClear}
        />
      }
    >
      {children}
      <div className="flex max-h-60 flex-col gap-1.5 overflow-y-auto p-0.5">
        {options.map(({ value, label, lead }) => (
          <Checkbox
            checked={chosen.includes(value)}
            key={value}
            label={
              <span className="flex min-w-0 items-center gap-2">
                {lead}
                <span className="truncate">{label}</span>
              </span>
            }
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </Popover>
  );
}
