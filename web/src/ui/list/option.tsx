import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

export interface OptionProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  /** Its height and padding. */
  className: string;
  children: ReactNode;
}

/** An option below a search field. The focus stays in the field; the arrow keys move `isActive`. */
export function Option({ id, isActive, onPoint, onChoose, className, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={cx(
        "flex cursor-pointer items-center gap-3 rounded-md px-2",
        className,
        isActive && "bg-surface-selected",
      )}
      onPointerMove={onPoint}
      // The field keeps the focus; its keys choose too.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
    >
      {children}
    </div>
  );
}
