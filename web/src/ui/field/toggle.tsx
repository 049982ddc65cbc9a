import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cx } from "../base/cx.ts";
import { useDisabled } from "../base/use-disabled.ts";
import { ChoiceText, choiceAlone, choiceBox, choiceRow } from "./choice.tsx";

export interface ToggleProps extends Omit<ComponentPropsWithRef<"input">, "type" | "role"> {
  label: ReactNode;
  hideLabel?: boolean;
  help?: string;
  /** The switch at the right edge, as in a row of settings. */
  labelFirst?: boolean;
}

/** A switch that acts at once: on or off. */
export function Toggle({ label, hideLabel, help, labelFirst = false, className, ...input }: ToggleProps) {
  const helpId = useId();
  const control = useDisabled(input);
  return (
    <label className={cx(choiceRow, labelFirst && "w-full flex-row-reverse justify-between", className)}>
      <span className={cx(choiceBox, hideLabel && choiceAlone)}>
        <input
          {...input}
          {...control}
          {...asSwitch}
          aria-describedby={help ? helpId : undefined}
          className="toggle-track"
        />
      </span>
      <ChoiceText label={label} hideLabel={hideLabel} help={help} helpId={helpId} />
    </label>
  );
}

// A native checkbox may be a switch, and its own checked state is then the switch's.
const asSwitch = { type: "checkbox", role: "switch" } as const;
