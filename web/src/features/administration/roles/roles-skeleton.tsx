import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";

/** The matrix to come. */
export function RolesSkeleton() {
  return (
    <SkeletonGroup label="Loading roles" className="flex flex-col gap-3">
      <Skeleton width={220} height={32} />
      <div className="rounded-lg border bg-surface-raised shadow-1">
        {rows.map((row) => (
          <div key={row} className="flex h-9 items-center gap-4 border-b px-4 last:border-b-0">
            <span className="min-w-0 flex-1">
              <Skeleton width={`${30 + ((row * 17) % 40)}%`} />
            </span>
            {columns.map((column) => (
              <Skeleton key={column} width={16} height={16} className="mx-6 max-md:hidden" />
            ))}
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const rows = Array.from({ length: 12 }, (_, row) => row);
const columns = [0, 1, 2, 3, 4];
