import { type ReactNode, useId } from "react";
import { cx } from "../../../ui/base/cx.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { useGrips } from "../grid/grips.ts";

export interface CardFrameProps {
  title: string;
  icon: IconType;
  counts?: ReactNode;
  action?: ReactNode;
  controls: ReactNode;
  children: ReactNode;
}

/** The surface of a card: its head, what it shows, which scrolls where there is more, and the corner that resizes it. */
export function CardFrame({ title, icon: Icon, counts, action, controls, children }: CardFrameProps) {
  const titleId = useId();
  const grips = useGrips();
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "group/card relative flex min-h-0 min-w-0 flex-col rounded-lg border bg-surface-raised",
        grips?.isHeld ? "shadow-3 ring-2 ring-primary" : "shadow-1",
      )}
    >
      <header className="@container flex h-11 flex-none items-center gap-2 pr-2 pl-4">
        <Icon className="size-4 flex-none text-faint" />
        <h2 className="min-w-0 truncate font-semibold text-sm" id={titleId}>
          {title}
        </h2>
        {counts}
        <span className="ml-auto flex flex-none items-center gap-0.5">
          {action}
          {controls}
        </span>
      </header>
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {grips && (
        <span
          {...grips.resize}
          aria-hidden="true"
          className="absolute right-0 bottom-0 size-5 cursor-nwse-resize touch-none rounded-br-lg opacity-0 transition-opacity group-hover/card:opacity-100 pointer-coarse:opacity-100"
        >
          <span className="absolute right-1.5 bottom-1.5 size-2 border-border-control border-r-2 border-b-2" />
        </span>
      )}
    </section>
  );
}
