import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../../../ui/base/cx.ts";

export interface CellButtonProps extends ComponentPropsWithRef<"button"> {
  /** The name by which the list's shortcuts find the cell. */
  cell: "status" | "priority" | "assignee" | "due";
  /** The field with what stands in it, for assistive tech. */
  label: string;
  children: ReactNode;
}

/** The content of a cell of the list, which can be pressed to change it in place. */
export function CellButton({ cell, label, children, className, ...rest }: CellButtonProps) {
  return (
    <button
      {...rest}
      aria-label={label}
      className={cx(
        "relative z-1 inline-flex min-h-6 items-center rounded-sm px-0.5 hover:bg-surface-active " +
          "data-popup-open:bg-surface-active max-md:min-h-9",
        className,
      )}
      data-cell={cell}
      type="button"
    >
      {children}
    </button>
  );
}
