import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface OptionRowProps {
  id: string;
  isActive: boolean;
  mark: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  /** Stands at the end: what choosing does. */
  hint?: ReactNode;
  onPoint: () => void;
  onChoose: () => void;
}

/** One result under a search field. The focus stays in the field; the arrows move `isActive`. */
export function OptionRow({ id, isActive, mark, title, detail, hint, onPoint, onChoose }: OptionRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={cx(
        "flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 max-md:py-2",
        isActive && "bg-surface-selected",
      )}
      onPointerMove={onPoint}
      // The field keeps the focus; its keys choose too.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
    >
      {mark}
      <span className="min-w-0 flex-1 leading-[18px]">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block truncate text-muted text-xs">{detail}</span>
      </span>
      {hint}
    </div>
  );
}
