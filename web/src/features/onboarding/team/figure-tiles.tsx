import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { useFigures } from "../data/queries.ts";

/** Four figures about the people on a path. */
export function FigureTiles() {
  const { data, error } = useFigures();
  // The list below says that nobody is on a path, or that it failed.
  if (data?.onPath === 0 || (!data && error)) return null;
  if (!data) return <Skeleton className="h-20 w-full" />;
  const tiles = [
    { label: "On a path", figure: data.onPath, note: "People now" },
    { label: "On or ahead of plan", figure: data.onPlan, note: `Median ${data.medianShare}% done` },
    {
      label: "Reading open",
      figure: data.openReading,
      note: `${data.overdueReading} overdue`,
      isLate: data.overdueReading > 0,
    },
    {
      label: "Items overdue",
      figure: data.overdueItems,
      note: "Of all kinds",
      isLate: data.overdueItems > 0,
    },
  ];
  return (
    <ul className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-md:gap-2">
      {tiles.map(({ label, figure, note, isLate }) => (
        <li key={label} className="rounded-lg border bg-surface-raised px-4 py-3 shadow-1">
          <p className="text-muted text-sm">{label}</p>
          <p className="font-display font-semibold text-xl tabular-nums">{figure}</p>
          <p className={isLate ? "font-semibold text-danger-text text-xs" : "text-muted text-xs"}>{note}</p>
        </li>
      ))}
    </ul>
  );
}
