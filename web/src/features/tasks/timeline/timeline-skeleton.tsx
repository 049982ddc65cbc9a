import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

/** The timeline to come. */
export function TimelineSkeleton() {
  return (
    <SkeletonGroup
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface-raised"
      label="Loading tasks"
    >
      {bars.map(([left, width]) => (
        <div className="flex h-8 flex-none items-center gap-3 border-b px-3" key={left}>
          <Skeleton height={12} width={160} />
          <span className="flex-1">
            <span className="block" style={{ marginLeft: left }}>
              <Skeleton height={18} width={width} />
            </span>
          </span>
        </div>
      ))}
    </SkeletonGroup>
  );
}

const bars = [
  ["4%", "22%"],
  ["11%", "14%"],
  ["19%", "30%"],
  ["27%", "12%"],
  ["35%", "24%"],
  ["46%", "18%"],
] as const;
