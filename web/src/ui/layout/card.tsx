import { type ReactNode, useId } from "react";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";

export interface CardProps {
  /** With a title the card gets its 44px head and is named by it. */
  title?: string;
  icon?: IconType;
  /** Counts, right of the title. */
  counts?: ReactNode;
  /** One ghost action at the right of the head. */
  action?: ReactNode;
  footer?: ReactNode;
  /** Without the padding around the content, for lists and tables that reach the edges. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A raised surface that holds one thing. */
export function Card({
  title,
  icon: Icon,
  counts,
  action,
  footer,
  flush = false,
  className,
  children,
}: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={cx("flex min-w-0 flex-col rounded-lg border bg-surface-raised shadow-1", className)}
    >
      {title && (
        <header className="flex h-11 flex-none items-center gap-2 pr-2 pl-4">
          {Icon && <Icon className="size-4 text-faint" />}
          <h2 id={titleId} className="min-w-0 truncate font-semibold text-sm">
            {title}
          </h2>
          {counts}
          {action && <div className="ml-auto flex flex-none items-center gap-1">{action}</div>}
        </header>
      )}
      <div className={cx("min-h-0 min-w-0 flex-1", !flush && (title ? "px-4 pb-4" : "p-4"))}>{children}</div>
      {footer && <footer className="border-t px-4 py-2">{footer}</footer>}
    </section>
  );
}
