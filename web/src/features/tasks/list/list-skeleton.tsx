import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

/** The list to come. */
export function ListSkeleton() {
  return (
    <SkeletonGroup
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface-raised max-md:rounded-none max-md:border-0"
      label="Loading tasks"
    >
      {widths.map((width) => (
        <div className="flex h-8 flex-none items-center gap-3 border-b px-3 max-md:h-11" key={width}>
          <Skeleton height={14} width={14} />
          <Skeleton height={12} width={width} />
          <Skeleton className="ml-auto" height={18} width={64} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const widths = ["41%", "28%", "36%", "52%", "24%", "47%", "33%", "39%"];
