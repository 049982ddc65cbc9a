import type { EventScope } from "@atoll/contract/calendar/limits";
import { useId } from "react";
import { counted } from "../../../lib/counted.ts";
import { Radio } from "../../../ui/field/radio.tsx";

export interface ScopeChoiceProps {
  /** When the one that was opened is. */
  when: string;
  count: number | null;
  followingCount: number | null;
  value: EventScope;
  onChange: (scope: EventScope) => void;
  /** It cannot be for one of them alone. */
  isForWhole?: boolean;
}

/** Which times of a series are meant, each with how many. */
export function ScopeChoice({ when, count, followingCount, value, onChange, isForWhole }: ScopeChoiceProps) {
  const many = (all: number | null) => (all === null ? "Repeats without end" : counted(all, "event"));
  return (
    <RadioCards
      label="Apply changes to"
      onChange={onChange}
      options={[
        ...(isForWhole ? [] : [{ value: "this" as const, label: "This event", detail: `Only ${when}` }]),
        { value: "following" as const, label: "This and following", detail: many(followingCount) },
        { value: "all" as const, label: "All events", detail: many(count) },
      ]}
      value={value}
    />
  );
}

interface RadioCardsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; detail: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few ways, each with a line that says what it means. */
function RadioCards<Value extends string>({ label, options, value, onChange }: RadioCardsProps<Value>) {
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
