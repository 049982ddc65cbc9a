import type { ReactNode } from "react";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

/** The row of a checkbox, radio or toggle: at least 36px high on phones. */
export const choiceRow =
  "inline-flex min-w-0 cursor-pointer items-start gap-2 max-md:min-h-9 max-md:items-center has-disabled:cursor-not-allowed " +
  "has-disabled:text-disabled";

/** Holds the box on the first line of its label. */
export const choiceBox = "relative inline-grid h-5 flex-none place-items-center";

/** A box without a visible label still is a target of 36px on phones. */
export const choiceAlone = "max-md:min-h-9 max-md:min-w-9";

export interface ChoiceTextProps {
  label: ReactNode;
  hideLabel?: boolean;
  help?: string;
  helpId: string;
}

/** The label and help next to a checkbox, radio or toggle. */
export function ChoiceText({ label, hideLabel, help, helpId }: ChoiceTextProps) {
  if (hideLabel) return <VisuallyHidden>{label}</VisuallyHidden>;
  return (
    <span className="min-w-0">
      {label}
      {help && (
        <span id={helpId} className="block text-faint text-xs">
          {help}
        </span>
      )}
    </span>
  );
}
