import type { CSSProperties, ReactNode } from "react";
import { cx } from "../base/cx.ts";

export interface ResponsiveGridProps {
  /** A column is at least this wide, in pixels; as many fit as there is room for. */
  minColumn?: number;
  /** 16px between cards, 12 between small things. */
  gap?: "md" | "sm";
  className?: string;
  children: ReactNode;
}

/** Columns of equal width that wrap by themselves; one column when there is room for no more. */
export function ResponsiveGrid({ minColumn = 260, gap = "md", className, children }: ResponsiveGridProps) {
  const columns: CSSProperties = {
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minColumn}px), 1fr))`,
  };
  return (
    <div style={columns} className={cx("grid", gap === "md" ? "gap-4" : "gap-3", className)}>
      {children}
    </div>
  );
}
