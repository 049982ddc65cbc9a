import type { ComponentPropsWithRef } from "react";
import { cx } from "../base/cx.ts";
import { Field, type FieldTexts } from "./field.tsx";

export interface TextAreaProps extends FieldTexts, ComponentPropsWithRef<"textarea"> {
  /** Grows with its text, up to 240px, where the browser can. */
  grows?: boolean;
  /** Shows the text, not its label, in a monospaced font. */
  isMonospaced?: boolean;
}

/** A labelled field of several lines. */
export function TextArea({
  label,
  hideLabel,
  help,
  error,
  id,
  grows = false,
  isMonospaced = false,
  className,
  rows = 3,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ id, label, hideLabel, help, error, className }}>
      {(wiring) => (
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          className={cx(
            "field-box w-full resize-none px-2.5 py-2 text-sm max-md:text-lg",
            grows && "field-sizing-content max-h-60",
            isMonospaced && "font-mono",
          )}
        />
      )}
    </Field>
  );
}
