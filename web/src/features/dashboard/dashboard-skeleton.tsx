import { useState } from "react";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { readPlaces } from "./data/local-copy.ts";

/** Cards that are on their way, where they stood when this browser last showed them. */
export function DashboardSkeleton() {
  const [cards] = useState(readPlaces);
  return (
    <div className="grid auto-rows-[84px] grid-cols-1 gap-4 lg:grid-cols-12">
      {cards.map(({ x, y, w, h }) => (
        <div
          className="overflow-hidden rounded-lg border bg-surface-raised p-2 shadow-1 max-lg:[grid-area:span_3/span_1]!"
          key={`${x} ${y}`}
          style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
        >
          <RowSkeletons
            className="p-2"
            label="Loading your dashboard"
            mark={16}
            rowClassName="gap-2.5 py-2"
          />
        </div>
      ))}
    </div>
  );
}
