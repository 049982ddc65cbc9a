import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { Spinner } from "../progress/spinner.tsx";
import { Field, type FieldTexts } from "./field.tsx";
import { useTextLimit } from "./text-limit.ts";

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<"input">, "size"> {
  /** 32px high, or 40 on the sign-in page. */
  size?: "md" | "lg";
  /** Something is being looked up for what was typed. */
  loading?: boolean;
  /** Stands inside the field at the right, for a button. */
  end?: ReactNode;
}

/** A labelled one-line field. Spread what a form's `field()` gives into it. `maxLength` cuts nothing: see `useTextLimit`. */
export function TextField({
  label,
  hideLabel,
  help,
  error,
  id,
  size = "md",
  loading = false,
  end,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  const limit = useTextLimit(input);
  const hasEnd = loading || end !== undefined;
  return (
    <Field {...{ id, label, hideLabel, help, className }} error={error ?? limit.error}>
      {(wiring) => (
        <div className="relative flex items-center">
          <input
            {...input}
            {...limit.attributes}
            {...wiring}
            type={type}
            className={cx("field-box w-full min-w-0", inputSizes[size], hasEnd && "pr-10")}
          />
          {hasEnd && <span className="absolute right-1 flex items-center">{loading ? <Busy /> : end}</span>}
        </div>
      )}
    </Field>
  );
}

function Busy() {
  return <Spinner size={14} className="mr-2 text-faint" />;
}

// 16px text on phones keeps Safari from zooming into the field.
const inputSizes = {
  md: "h-8 px-2.5 text-sm max-md:h-10 max-md:text-lg",
  lg: "h-10 px-3 text-md max-md:h-11 max-md:text-lg",
};
