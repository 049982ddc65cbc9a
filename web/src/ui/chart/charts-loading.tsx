import { Skeleton, SkeletonGroup } from "../progress/skeleton.tsx";

/** Where figures and charts are about to be: four tiles, and a wide and a narrow chart. */
export function ChartsLoading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid grid-cols-12 gap-4">
      {["first", "second", "third", "fourth"].map((figure) => (
        <div
          key={figure}
          className="col-span-3 rounded-lg border bg-surface-raised p-4 max-xl:col-span-6 max-sm:col-span-12"
        >
          <Skeleton width="40%" />
          <Skeleton width="30%" height={24} className="mt-2" />
        </div>
      ))}
      {["col-span-8", "col-span-4"].map((span) => (
        <div key={span} className={`${span} rounded-lg border bg-surface-raised p-4 max-xl:col-span-12`}>
          <Skeleton width="30%" />
          <Skeleton height={220} className="mt-4" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
