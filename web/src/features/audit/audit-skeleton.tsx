import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";

/** The entries to come. */
export function AuditSkeleton() {
  return (
    <SkeletonGroup label="Loading the audit log" className="rounded-lg border bg-surface-raised shadow-1">
      <div className="h-[34px] rounded-t-lg border-b bg-surface-sunken" />
      {[42, 30, 54, 36, 48, 28, 40, 52].map((width) => (
        <div key={width} className="flex h-[38px] items-center gap-3 border-b px-4 last:border-b-0">
          <Skeleton width={52} />
          <Skeleton width={20} height={20} round />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
