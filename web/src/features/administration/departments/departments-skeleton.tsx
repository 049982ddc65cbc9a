import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

/** The table of departments to come. */
export function DepartmentsSkeleton() {
  return (
    <SkeletonGroup label="Loading departments" className="rounded-md border bg-surface-raised">
      <div className="h-[34px] rounded-t-md border-b bg-surface-sunken" />
      {[38, 26, 30, 24, 32].map((width) => (
        <div key={width} className="flex h-[46px] items-center gap-3 border-b px-4 last:border-b-0">
          <Skeleton width={9} height={9} round />
          <Skeleton width={`${width / 2}%`} />
          <span className="ml-auto" />
          <Skeleton width={40} />
          <Skeleton width={16} height={16} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
