import { cx } from "../base/cx.ts";
import { Skeleton, SkeletonGroup } from "./skeleton.tsx";

export interface RowSkeletonsProps {
  /** What is loading, for assistive tech. */
  label: string;
  /** The size of what stands in front of each row; a face is round. */
  mark: 16 | 28 | 32 | 36;
  className?: string;
  /** The room around a row, as that of the rows to come. */
  rowClassName: string;
}

const widths = ["38%", "52%", "30%", "46%"];

/** Rows to come, each with a mark in front and two lines of 18px. */
export function RowSkeletons({ label, mark, className, rowClassName }: RowSkeletonsProps) {
  return (
    <SkeletonGroup label={label} className={className}>
      {widths.map((width) => (
        <span key={width} className={cx("flex items-center gap-3", rowClassName)}>
          <Skeleton width={mark} height={mark} round={mark > 16} />
          <span className="flex h-9 flex-1 flex-col justify-center gap-2">
            <Skeleton width="26%" />
            <Skeleton width={width} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
