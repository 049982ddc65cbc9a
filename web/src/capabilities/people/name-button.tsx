import type { ReactNode } from "react";
import { cx } from "../../ui/base/cx.ts";
import { personMark } from "./person-mark.ts";

export interface NameButtonProps {
  userId: string;
  children: ReactNode;
  className?: string | undefined;
  /** The whole name, where it may be cut. */
  title?: string | undefined;
}

/** A name that opens the person's card, by mouse, touch or keyboard. */
export function NameButton({ userId, children, className, title }: NameButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={title}
      {...personMark(userId)}
      className={cx("min-w-0 max-w-full truncate rounded-xs text-left hover:underline", className)}
    >
      {children}
    </button>
  );
}
