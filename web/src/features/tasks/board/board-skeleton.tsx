import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { cardLook } from "./task-card.tsx";

/** The board to come. */
export function BoardSkeleton() {
  const isPhone = useIsPhone();
  return (
    <SkeletonGroup className="flex min-h-0 flex-1 gap-3 overflow-hidden" label="Loading tasks">
      {(isPhone ? columns.slice(0, 1) : columns).map((widths) => (
        <div
          className="flex min-h-0 flex-1 flex-col gap-2 overflow-hidden rounded-lg border bg-surface-sunken p-2 max-md:border-0 max-md:bg-transparent max-md:p-0"
          key={widths.join()}
        >
          <Skeleton className="my-2 ml-1 max-md:hidden" width={96} />
          {widths.map((width) => (
            <div className={cardLook} key={width}>
              <Skeleton height={12} width={width} />
              <Skeleton height={18} width={64} />
              <Skeleton height={18} width="56%" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}

const columns = [["81%", "64%", "72%"], ["90%", "58%"], ["66%", "77%", "84%"], ["70%"]];
