import { cx } from "../base/cx.ts";
import { Skeleton, SkeletonGroup } from "./skeleton.tsx";

export interface RowSkeletonsProps {
  /** The loading content, for screen readers. */
  label: string;
  /** The size of what stands in front of each row; a face is round. */
  mark: 16 | 28 | 32 | 36;
  /** How many lines a row has: two of 18px, or two of 20px with one of 16px below. */
  lines?: 2 | 3;
  className?: string;
  /** The room around a row, as that of the rows to come. */
  rowClassName: string;
}

const widths = ["38%", "52%", "30%", "46%"];

/** Rows to come, each with a mark in front and as high as what comes, so that nothing moves then. */
export function RowSkeletons({ label, mark, lines = 2, className, rowClassName }: RowSkeletonsProps) {
  return (
    <SkeletonGroup label={label} className={className}>
      {widths.map((width) => (
        <span
          key={width}
          className={cx("flex gap-3", lines === 2 ? "items-center" : "items-start", rowClassName)}
        >
          <Skeleton width={mark} height={mark} round={mark > 16} />
          <span className={cx("flex flex-1 flex-col justify-center gap-2", lines === 2 ? "h-9" : "h-14")}>
            <Skeleton width="26%" />
            <Skeleton width={width} />
            {lines === 3 && <Skeleton width="18%" />}
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
