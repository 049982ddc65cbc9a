import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cx } from "../base/cx.ts";
import { ChoiceText, choiceAlone, choiceBox, choiceRow } from "./choice.tsx";

export interface RadioProps extends Omit<ComponentPropsWithRef<"input">, "type"> {
  label: ReactNode;
  hideLabel?: boolean;
  help?: string;
}

/** One choice of several; radios of one `name` belong together and move with the arrows. */
export function Radio({ label, hideLabel, help, className, ...input }: RadioProps) {
  const helpId = useId();
  return (
    <label className={cx(choiceRow, className)}>
      <span className={cx(choiceBox, hideLabel && choiceAlone)}>
        <input
          {...input}
          type="radio"
          aria-describedby={help ? helpId : undefined}
          className="tick-box rounded-full"
        />
      </span>
      <ChoiceText label={label} hideLabel={hideLabel} help={help} helpId={helpId} />
    </label>
  );
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: Value; label: ReactNode; help?: string; disabled?: boolean }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Side by side instead of one below the other. */
  inline?: boolean;
}

/** A named set of radios of which one is chosen. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={props.hideLabel ? "sr-only" : "pb-1.5 font-semibold text-xs"}>{props.label}</legend>
      <div className={cx("flex gap-x-4 gap-y-2", props.inline ? "flex-row flex-wrap" : "flex-col")}>
        {props.options.map((option) => (
          <Radio
            key={option.value}
            name={name}
            value={option.value}
            label={option.label}
            help={option.help}
            disabled={option.disabled}
            checked={option.value === props.value}
            onChange={() => props.onValueChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
