import type { CSSProperties, ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

export interface SkeletonProps {
  /** Any CSS length; the full width when left out. */
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  round?: boolean;
  className?: string;
}

/** One grey shape of the content to come. */
export function Skeleton({ width = "100%", height = 10, round = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className={cx(
        "skeleton-fill block flex-none animate-tide",
        round ? "rounded-full" : "rounded-xs",
        className,
      )}
    />
  );
}

export interface SkeletonGroupProps {
  /** The loading content, for screen readers: "Loading messages". */
  label: string;
  children: ReactNode;
  className?: string;
}

/** Skeletons in the shape of the content. They show after 200ms, so a fast answer makes nothing flicker. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div role="status" className={cx("animate-appear", className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

/** Lines of text to come, each a little shorter or longer. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => ({
        line,
        width: lineWidths[line % lineWidths.length],
      })).map(({ line, width }) => (
        <Skeleton key={line} width={width} />
      ))}
    </div>
  );
}

const lineWidths = ["70%", "96%", "62%", "88%", "54%", "92%"];
