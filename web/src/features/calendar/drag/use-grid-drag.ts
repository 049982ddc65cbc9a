import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { GridItem } from "../layout/item.ts";
import { dayWords, spanInWords } from "../time/day-words.ts";
import { shiftWall, type WallSpan } from "../time/wall.ts";
import { GridDrag, type GridDragOptions, type HeldSpan } from "./grid-drag.ts";

export interface GridDragged {
  held: HeldSpan | undefined;
  /** Said to who does not see it. */
  spoken: string;
  /** On the element around all days. */
  root: (element: HTMLElement | null) => void;
}

export const dragHint =
  "Space lifts the event, the arrows move it, with Shift they change its end, Space drops it, Escape puts it back.";

/**
 * Lets people make, move and resize in a grid, and place there what lies beside it; what is held comes as it would be
 * dropped.
 * @param items of both.
 */
export function useGridDrag(
  items: readonly GridItem[],
  does: Pick<GridDragOptions, "onChange" | "onMake" | "onPlace">,
): GridDragged {
  const find = (key: string) => items.find((item) => item.key === key);
  const options = { find, ...does, say };
  const [control] = useState(() => new GridDrag(options));
  useEffect(() => {
    control.options = options;
  });
  const stop = useRef<(() => void) | undefined>(undefined);
  const root = useCallback(
    (element: HTMLElement | null) => {
      stop.current?.();
      stop.current = control.attach(element);
    },
    [control],
  );
  const { held, spoken } = useSyncExternalStore(control.subscribe, control.getState);
  // Somebody deleted it, or took it out of sight.
  const isLost = held?.item !== undefined && !find(held.item.key);
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  return { held, spoken, root };
}

function say({ item, span, isAllDay }: HeldSpan, what: "lifted" | "moved" | "dropped" | "cancelled"): string {
  const when = isAllDay ? daysInWords(span) : spanInWords(span);
  const title = item?.title ?? "The event";
  if (what === "lifted") return `Lifted ${title}. ${when}.`;
  if (what === "moved") return `${when}.`;
  return what === "dropped" ? `${title} dropped on ${when}.` : `${title} is back where it was.`;
}

export function daysInWords({ from, to }: WallSpan): string {
  const last = shiftWall(to, -1).day;
  const first = dayWords(from.day, "long");
  return last === from.day ? first : `${first} to ${dayWords(last, "long")}`;
}
