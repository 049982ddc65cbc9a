import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Said } from "../../../ui/drag/carry.ts";
import type { Dragged } from "../../../ui/drag/drag-engine.ts";
import { type Engine, useSilentEngine } from "../../../ui/drag/use-engine.ts";
import type { GridItem } from "../layout/item.ts";
import { dayWords, spanInWords } from "../time/day-words.ts";
import { shiftWall, type WallSpan } from "../time/wall.ts";
import { GridGround, type GridGroundOptions, type GridLifted } from "./grid-ground.ts";

/** The dragged item, and the span it would have if it were dropped now. */
export interface DraggedSpan extends GridLifted {
  span: WallSpan;
  /** The title of an item that is being made, as far as it is typed. */
  title?: string;
}

export interface GridDrag extends Engine<GridLifted, WallSpan> {
  dragged: Dragged<GridLifted> | undefined;
}

export const dragHint =
  "Space lifts it, the arrows move it, with Shift they change its end, Space drops it, Escape puts it back.";

/**
 * Lets people make, move and resize items in a grid, and place items from outside of it. Renders its screen again when
 * something is lifted or dropped. In between, `useCarried` updates only the parts that show the dragged item.
 * @param items the items of the grid and the ones to be placed.
 */
export function useGridDrag(
  items: readonly GridItem[],
  does: Pick<GridGroundOptions, "onChange" | "onMake" | "onPlace" | "placeAt">,
): GridDrag {
  const find = (key: string) => items.find((item) => item.key === key);
  const options = { find, ...does, say };
  const [ground] = useState(() => new GridGround(options));
  useEffect(() => {
    ground.options = options;
  });
  const { root, control } = useSilentEngine(ground);
  const dragged = useSyncExternalStore(control.subscribe, () => control.getState().dragged);
  // Somebody deleted it, or took it out of sight.
  const isLost = dragged?.item !== undefined && dragged.by !== "landing" && !find(dragged.item.key);
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  return { dragged, root, control };
}

/** The dragged item, rendered again for each new place. */
export interface Carried {
  dragged: Dragged<GridLifted> | undefined;
  /** None: nothing is dragged, or not over the grid. */
  over: DraggedSpan | undefined;
  /** Said to who does not see it. */
  spoken: string;
}

export function useCarried({ control }: GridDrag): Carried {
  const { dragged, place, spoken } = useSyncExternalStore(control.subscribe, control.getState);
  return useMemo(() => {
    const over = dragged && place && dragged.by !== "landing" ? { ...dragged, span: place } : undefined;
    return { dragged, over, spoken };
  }, [dragged, place, spoken]);
}

function say({ kind, item, isAllDay }: GridLifted, span: WallSpan | undefined, said: Said): string {
  if (kind === "make") return "";
  const title = item?.title ?? "The event";
  if (said === "cancelled" || !span) return `${title} is back where it was.`;
  const when = isAllDay ? daysInWords(span) : spanInWords(span);
  if (said === "lifted") return `Lifted ${title}. ${when}.`;
  return said === "moved" ? `${when}.` : `${title} dropped on ${when}.`;
}

export function daysInWords({ from, to }: WallSpan): string {
  const last = shiftWall(to, -1).day;
  const first = dayWords(from.day, "long");
  return last === from.day ? first : `${first} to ${dayWords(last, "long")}`;
}
