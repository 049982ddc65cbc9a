import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Said } from "../../../ui/drag/carry.ts";
import type { Held } from "../../../ui/drag/drag-engine.ts";
import { type Engine, useSilentEngine } from "../../../ui/drag/use-engine.ts";
import type { GridItem } from "../layout/item.ts";
import { dayWords, spanInWords } from "../time/day-words.ts";
import { shiftWall, type WallSpan } from "../time/wall.ts";
import { GridGround, type GridGroundOptions, type GridLifted } from "./grid-ground.ts";

/** The dragged item, and the span it would have if it were dropped now. */
export interface HeldSpan extends GridLifted {
  span: WallSpan;
  /** The title of an item that is being made, as far as it is typed. */
  title?: string;
}

export interface GridDrag extends Engine<GridLifted, WallSpan> {
  held: Held<GridLifted> | undefined;
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
  const held = useSyncExternalStore(control.subscribe, () => control.getState().held);
  // Somebody deleted it, or took it out of sight.
  const isLost = held?.item !== undefined && held.by !== "landing" && !find(held.item.key);
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  return { held, root, control };
}

/** The dragged item, rendered again for each new place. */
export interface Carried {
  held: Held<GridLifted> | undefined;
  /** None: nothing is held, or not over the grid. */
  over: HeldSpan | undefined;
  /** Said to who does not see it. */
  spoken: string;
}

export function useCarried({ control }: GridDrag): Carried {
  const { held, place, spoken } = useSyncExternalStore(control.subscribe, control.getState);
  return useMemo(() => {
    const over = held && place && held.by !== "landing" ? { ...held, span: place } : undefined;
    return { held, over, spoken };
  }, [held, place, spoken]);
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
