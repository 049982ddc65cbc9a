import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";

const widths = ["72%", "54%", "63%", "38%", "80%", "46%"];

/** Messages to come, in their shape, at the bottom where they will appear. */
export function MessageSkeletons() {
  return (
    <SkeletonGroup
      label="Loading messages"
      className="flex size-full flex-col justify-end gap-4 px-4 pb-4 md:px-5"
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
