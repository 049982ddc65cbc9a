import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import type { Ref } from "react";
import { RemovableBadge } from "../badge/removable-badge.tsx";
import { cx } from "../base/cx.ts";
import { floatingItem } from "../base/floating.ts";
import { Field, type FieldTexts, fieldOf } from "./field.tsx";
import type { SelectOption } from "./select.tsx";
import { SelectList, SelectTrigger, useOpenList } from "./select-parts.tsx";

export interface MultiSelectProps<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[];
  value: readonly Value[];
  onValueChange: (value: Value[]) => void;
  disabled?: boolean;
  id?: string;
  name?: string;
  className?: string;
  /** The closed field, for the focus. */
  ref?: Ref<HTMLButtonElement>;
}

/**
 * Several of a list: 'Select an option', then '{n} selected'; the list is at most 200px high and its
 * boxes stay open to more than one choice. What is chosen repeats beneath as badges that take it off
 * (specification, generic pieces).
 */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const { options, value } = props;
  const chosen = options.filter((option) => value.includes(option.value));
  const list = useOpenList();
  return (
    <Field {...fieldOf(props)}>
      {(wiring) => (
        <>
          <CSPProvider disableStyleElements>
            <Base.Root
              multiple
              {...list}
              items={options}
              value={value}
              name={props.name}
              disabled={props.disabled}
              onValueChange={(next) => props.onValueChange(next)}
            >
              <SelectTrigger wiring={wiring} triggerRef={props.ref} isEmpty={value.length === 0}>
                {value.length === 0 ? "Select an option" : `${value.length} selected`}
              </SelectTrigger>
              <SelectList listClassName="max-h-[200px] overflow-y-auto p-1">
                {options.map((option) => (
                  <OptionRow key={option.value} option={option} />
                ))}
              </SelectList>
            </Base.Root>
          </CSPProvider>
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label={`${props.label}: selected`}>
              {chosen.map((option) => (
                <li key={option.value} className="min-w-0">
                  <RemovableBadge
                    label={option.label}
                    disabled={props.disabled || option.disabled}
                    lead={option.lead}
                    onRemove={() => props.onValueChange(value.filter((one) => one !== option.value))}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

function OptionRow<Value extends string>({ option }: { option: SelectOption<Value> }) {
  return (
    <Base.Item value={option.value} disabled={option.disabled} className={cx(floatingItem, "group")}>
      <span className="grid size-4 flex-none place-items-center rounded-xs border border-control bg-surface-raised text-transparent group-data-selected:border-primary group-data-selected:bg-primary group-data-selected:text-primary-contrast">
        <Check className="size-3 stroke-[2.75]" />
      </span>
      {option.lead}
      <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
    </Base.Item>
  );
}
