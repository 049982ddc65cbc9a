import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { floatingItem } from "../base/floating.ts";
import { Field, type FieldTexts, fieldOf } from "./field.tsx";
import { SelectList, SelectTrigger, useOpenList } from "./select-parts.tsx";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** Stands before the label: a dot, an icon, an avatar. */
  lead?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  name?: string;
  className?: string;
  /** The closed field, for the focus. */
  ref?: Ref<HTMLButtonElement>;
}

/**
 * One of a list. Arrows, Home, End and typing find an option. The library would add a style element to the page,
 * which the content security policy forbids, for scroll arrows that this list has none of.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, placeholder = "Select an option" } = props;
  const chosen = options.find((option) => option.value === value);
  const list = useOpenList();
  return (
    <Field {...fieldOf(props)}>
      {(wiring) => (
        <CSPProvider disableStyleElements>
          <Base.Root
            {...list}
            items={options}
            value={value}
            name={props.name}
            disabled={props.disabled}
            onValueChange={(next) => next !== null && props.onValueChange(next)}
          >
            <SelectTrigger wiring={wiring} triggerRef={props.ref} isEmpty={!chosen} lead={chosen?.lead}>
              {chosen?.label ?? placeholder}
            </SelectTrigger>
            <SelectList popupClassName={selectPopup} listClassName="max-h-[inherit]">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className={floatingItem}
                >
                  {option.lead}
                  <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check className="size-4 text-primary-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </SelectList>
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}

const selectPopup = "max-h-[min(320px,var(--available-height))] overflow-y-auto p-1";
