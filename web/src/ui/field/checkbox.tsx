import { Check, Minus } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "../base/cx.ts";
import { useDisabled } from "../base/use-disabled.ts";
import { ChoiceText, choiceAlone, choiceBox, choiceRow } from "./choice.tsx";

export interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type" | "ref"> {
  label: ReactNode;
  hideLabel?: boolean;
  help?: string;
  /** Some of what the box stands for is chosen, not all. */
  indeterminate?: boolean;
}

/** A box to tick, with its label. A native input underneath, so forms and keys work as everywhere. */
export function Checkbox({
  label,
  hideLabel,
  help,
  indeterminate = false,
  className,
  ...input
}: CheckboxProps) {
  const helpId = useId();
  const control = useDisabled(input);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const Mark = indeterminate ? Minus : Check;
  return (
    <label className={cx(choiceRow, className)}>
      <span className={cx(choiceBox, hideLabel && choiceAlone)}>
        <input
          {...input}
          {...control}
          ref={box}
          type="checkbox"
          aria-describedby={help ? helpId : undefined}
          className="tick-box peer rounded-xs"
        />
        <Mark className="pointer-events-none absolute size-3 stroke-[2.75] text-primary-contrast opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100" />
      </span>
      <ChoiceText label={label} hideLabel={hideLabel} help={help} helpId={helpId} />
    </label>
  );
}
