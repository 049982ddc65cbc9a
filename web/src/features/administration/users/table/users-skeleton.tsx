import { Skeleton, SkeletonGroup } from "../../../../ui/progress/skeleton.tsx";

/** Rows of the table of users to come. */
export function UsersSkeleton() {
  return (
    <SkeletonGroup className="border-t" label="Loading users">
      {widths.map((width) => (
        <div className="flex h-[46px] items-center gap-2.5 border-b px-4 last:border-b-0" key={width}>
          <Skeleton height={28} round width={28} />
          <span className="w-44 flex-none">
            <Skeleton width={width} />
          </span>
          <Skeleton className="max-md:hidden" width="24%" />
          <Skeleton className="ml-auto max-md:hidden" height={20} width={56} />
          <Skeleton className="max-md:hidden" height={20} width={80} />
          <Skeleton className="max-md:ml-auto" width={64} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const widths = ["61%", "83%", "54%", "76%", "68%", "90%", "58%", "72%", "64%", "80%"];
