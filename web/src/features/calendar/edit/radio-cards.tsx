import { useId } from "react";
import { Radio } from "../../../ui/field/radio.tsx";

interface RadioCardsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; detail: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few ways, each with a line that says what it means. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="@container flex min-w-0 flex-col gap-1">
      <legend className="pb-1.5 font-semibold text-xs">{label}</legend>
      <div className="grid grid-cols-1 gap-2 @min-[520px]:grid-cols-3">
        {options.map((option) => (
          <div
            className="rounded-md border bg-surface-raised px-3 py-2 has-checked:border-primary has-checked:bg-surface-selected"
            key={option.value}
          >
            <Radio
              checked={option.value === value}
              help={option.detail}
              label={option.label}
              name={name}
              onChange={() => onChange(option.value)}
              value={option.value}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
