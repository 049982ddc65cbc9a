import type { ComponentPropsWithRef } from "react";
import { cx } from "../base/cx.ts";
import { Field, type FieldTexts } from "./field.tsx";
import { useTextLimit } from "./text-limit.ts";

export interface TextAreaProps extends FieldTexts, ComponentPropsWithRef<"textarea"> {
  /** Grows with its text, up to 240px, where the browser can. */
  grows?: boolean;
  /** Shows the text, not its label, in a monospaced font. */
  isMonospaced?: boolean;
}

/** A labelled field of several lines. `maxLength` cuts nothing: see `useTextLimit`. */
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
  const limit = useTextLimit(area);
  return (
    <Field {...{ id, label, hideLabel, help, className }} error={error ?? limit.error}>
      {(wiring) => (
        <textarea
          {...area}
          {...limit.attributes}
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
