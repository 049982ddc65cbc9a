import { type ComponentPropsWithRef, type RefObject, useLayoutEffect } from "react";
import { cx } from "../../../ui/base/cx.ts";

export interface GrowingTextAreaProps extends Omit<ComponentPropsWithRef<"textarea">, "ref" | "value"> {
  value: string;
  ref: RefObject<HTMLTextAreaElement | null>;
}

/**
 * A bare text area as high as its text, up to 120px. The box around it is the parent's. Its users keep the text as a
 * draft, or save it when it is left.
 */
export function GrowingTextArea({ value, ref, className, ...area }: GrowingTextAreaProps) {
  useLayoutEffect(() => fit(ref.current, value), [ref, value]);
  return (
    <textarea
      data-keeps-words
      {...area}
      ref={ref}
      rows={1}
      value={value}
      className={cx(
        "field-sizing-content block max-h-composer w-full resize-none overflow-y-auto bg-transparent text-sm outline-none max-md:text-lg/[22px] tiny:max-h-12",
        className,
      )}
    />
  );
}

/** For browsers that cannot let the style do it. */
function fit(element: HTMLTextAreaElement | null, value: string): void {
  if (!element || CSS.supports("field-sizing", "content")) return;
  element.style.height = "auto";
  // An empty field is one line high, however long its placeholder is.
  element.style.height = value === "" ? "auto" : `${element.scrollHeight}px`;
}
