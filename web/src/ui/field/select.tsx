import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cx } from "../base/cx.ts";
import { floatingItem, floatingOffset, floatingPositioner, floatingSurface } from "../base/floating.ts";
import { Field, type FieldTexts } from "./field.tsx";

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
  const {
    label,
    hideLabel,
    help,
    error,
    id,
    className,
    options,
    value,
    placeholder = "Select an option",
  } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...{ id, label, hideLabel, help, error, className }}>
      {(wiring) => (
        <CSPProvider disableStyleElements>
          <Base.Root
            items={options}
            value={value}
            name={props.name}
            disabled={props.disabled}
            onValueChange={(next) => next !== null && props.onValueChange(next)}
          >
            <Base.Trigger {...wiring} ref={props.ref} className={selectTrigger}>
              {chosen?.lead}
              <Base.Value className={cx("flex-1 truncate text-left", !chosen && "text-faint")}>
                {chosen?.label ?? placeholder}
              </Base.Value>
              <ChevronDown className={selectChevron} />
            </Base.Trigger>
            <Base.Portal>
              <Base.Positioner
                alignItemWithTrigger={false}
                {...floatingOffset}
                className={floatingPositioner}
              >
                <Base.Popup className={cx(floatingSurface, selectPopup)}>
                  <Base.List className="max-h-[inherit]">
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
                  </Base.List>
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}

/** The closed field of a select, also of the multi-select. */
export const selectTrigger =
  "group field-box flex h-8 w-full min-w-0 items-center gap-2 px-2.5 text-sm max-md:h-10 max-md:text-lg";

/** Points up while the list is open. */
export const selectChevron = "size-4 text-faint transition-transform group-data-popup-open:rotate-180";

const selectPopup = "max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1";
