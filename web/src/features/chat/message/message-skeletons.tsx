import { cx } from "../../../ui/base/cx.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

const widths = ["72%", "54%", "63%", "38%", "80%", "46%"];

/** Placeholders for messages being loaded: at the bottom, or for a thread at the top. */
export function MessageSkeletons({ atTop = false }: { atTop?: boolean }) {
  return (
    <SkeletonGroup
      label="Loading messages"
      className={cx("flex size-full flex-col gap-4 p-4 md:px-5", !atTop && "justify-end")}
    >
      {widths.map((width) => (
        <span key={width} className="flex gap-3">
          <Skeleton width={32} height={32} round />
          <span className="flex max-w-[720px] flex-1 flex-col gap-3 pt-1.5">
            <Skeleton width="22%" />
            <Skeleton width={width} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
