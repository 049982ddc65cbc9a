import { cx } from "../base/cx.ts";
import { badgeBase } from "./badge.tsx";

export interface DepartmentDotProps {
  /** The department's slug, or `all`; an unknown one is driftwood. */
  department: string;
  className?: string;
}

/** A department as an islet: a dot in its hue with a halo. */
export function DepartmentDot({ department, className }: DepartmentDotProps) {
  return (
    <span
      data-dept={department}
      aria-hidden="true"
      className={cx(
        "inline-block size-[9px] flex-none rounded-full bg-dept shadow-[0_0_0_2px_color-mix(in_oklab,var(--dept)_24%,transparent)]",
        className,
      )}
    />
  );
}

/** A department's name on its soft hue, led by its dot. */
export function DepartmentBadge({ department, name }: { department: string; name: string }) {
  return (
    <span data-dept={department} className={cx(badgeBase, "bg-dept-soft text-dept-text")}>
      <span className="size-1.5 flex-none rounded-full bg-dept" />
      <span className="truncate">{name}</span>
    </span>
  );
}
