import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { rowLook } from "./matrix-card.tsx";

/** The matrix to come. */
export function MatrixSkeleton() {
  const isPhone = useIsPhone();
  return (
    <SkeletonGroup
      className="grid min-h-0 flex-1 gap-3 overflow-hidden md:grid-cols-2 md:grid-rows-2 md:pt-[22px] md:pl-[44px]"
      label="Loading tasks"
    >
      {(isPhone ? fields.slice(0, 1) : fields).map((widths) => (
        <div
          className="flex flex-col gap-1.5 overflow-hidden p-2 md:rounded-lg md:border md:bg-surface-sunken"
          key={widths.join()}
        >
          <Skeleton className="my-2 ml-1" width={88} />
          {widths.map((width) => (
            <div className={`${rowLook} flex-col gap-2 py-2`} key={width}>
              <Skeleton height={12} width={width} />
              <Skeleton height={12} width={120} />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}

const fields = [["62%", "48%", "55%"], ["58%", "44%"], ["66%", "52%"], ["50%"]];
