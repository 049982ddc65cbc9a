import { useEffect, useState } from "react";
import type { Said } from "../../../ui/drag/carry.ts";
import type { DragEngine, Held } from "../../../ui/drag/drag-engine.ts";
import { useEngine } from "../../../ui/drag/use-engine.ts";
import type { GridItem } from "../layout/item.ts";
import { dayWords, spanInWords } from "../time/day-words.ts";
import { shiftWall, type WallSpan } from "../time/wall.ts";
import { GridGround, type GridGroundOptions, type GridLifted } from "./grid-ground.ts";

/** What is held over the grid, as it would be dropped. */
export interface HeldSpan extends GridLifted {
  span: WallSpan;
}

export interface GridDragged {
  /** None: nothing is held, or not over the grid. */
  over: HeldSpan | undefined;
  held: Held<GridLifted> | undefined;
  /** Said to who does not see it. */
  spoken: string;
  /** On the element around all days. */
  root: (element: HTMLElement | null) => void;
  control: DragEngine<GridLifted, WallSpan>;
}

export const dragHint =
  "Space lifts it, the arrows move it, with Shift they change its end, Space drops it, Escape puts it back.";

/**
 * Lets people make, move and resize in a grid, and place there what lies beside it; what is held comes as it would be
 * dropped.
 * @param items of both.
 */
export function useGridDrag(
  items: readonly GridItem[],
  does: Pick<GridGroundOptions, "onChange" | "onMake" | "onPlace" | "placeAt">,
): GridDragged {
  const find = (key: string) => items.find((item) => item.key === key);
  const options = { find, ...does, say };
  const [ground] = useState(() => new GridGround(options));
  useEffect(() => {
    ground.options = options;
  });
  const { held, place, spoken, root, control } = useEngine(ground);
  // Somebody deleted it, or took it out of sight.
  const isLost = held?.item !== undefined && held.by !== "landing" && !find(held.item.key);
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  const over = held && place && held.by !== "landing" ? { ...held, span: place } : undefined;
  return { over, held, spoken, root, control };
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
