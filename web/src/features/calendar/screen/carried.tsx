import type { ComponentProps } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { type DraggedSpan, dragHint, type GridDrag, useCarried } from "../drag/use-grid-drag.ts";
import { ViewOf } from "../grid/view-of.tsx";
import { planLook } from "../tasks/plan-list.tsx";

/** The item under the pointer while it is not over the grid. Over the grid, it is drawn where it would be dropped. */
export function GridOverlay({ drag, hintId }: { drag: GridDrag; hintId: string }) {
  const { dragged, over, spoken } = useCarried(drag);
  return (
    <DragOverlay drag={{ dragged, spoken, control: drag.control }} hint={dragHint} hintId={hintId}>
      {dragged?.kind === "place" && dragged.item && (
        <div className={cx(planLook, "text-xs shadow-3", over && "invisible")}>
          <span className="truncate">{dragged.item.title}</span>
        </div>
      )}
    </DragOverlay>
  );
}

interface CarriedViewProps extends Omit<ComponentProps<typeof ViewOf>, "dragged"> {
  drag: GridDrag;
  /** The dropped item while its change is being confirmed. */
  dropped: DraggedSpan | undefined;
}

/** The view with the dragged item. Only this part of the screen renders again during a drag. */
export function CarriedView({ drag, dropped, ...view }: CarriedViewProps) {
  const { over } = useCarried(drag);
  return <ViewOf {...view} dragged={over ?? dropped} />;
}
