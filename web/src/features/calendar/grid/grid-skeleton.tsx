import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

const cells = Array.from({ length: 35 }, (_, index) => index);

/** Days to come. */
export function GridSkeleton() {
  return (
    <SkeletonGroup
      className="grid flex-1 grid-cols-7 overflow-hidden rounded-lg border bg-surface-raised max-md:flex-none"
      label="Loading events"
    >
      {cells.map((cell) => (
        <div className="flex min-h-[50px] flex-col gap-1 border-b border-l p-2" key={cell}>
          <Skeleton className="h-4 w-5" />
          {cell % 3 === 0 && <Skeleton className="h-5 max-md:hidden" />}
        </div>
      ))}
    </SkeletonGroup>
  );
}
