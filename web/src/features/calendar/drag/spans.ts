import { daysFrom } from "@atoll/contract/zones";
import type { KeyStep } from "../../../ui/drag/carry.ts";
import type { GridItem } from "../layout/item.ts";
import {
  dayMinutes,
  minutesBetween,
  shiftSpan,
  shiftWall,
  snap,
  type Wall,
  type WallSpan,
} from "../time/wall.ts";

/** The lines that times snap to. */
export const stepMinutes = 15;

/** Returns the span of an item that was lifted at `origin` and is dragged to `to`. */
export function changed(
  item: GridItem,
  kind: "move" | "resize",
  origin: Wall,
  to: Wall,
  isAllDay: boolean,
): WallSpan {
  const { span } = item;
  if (isAllDay) {
    const moved = daysFrom(origin.day, to.day) * dayMinutes;
    return kind === "resize" ? longer(span, moved, false) : shiftSpan(span, moved);
  }
  if (kind === "move") {
    const from = shiftWall(span.from, minutesBetween(origin, to));
    return shiftSpan(span, minutesBetween(span.from, { ...from, minute: snap(from.minute, stepMinutes) }));
  }
  return longer(span, minutesBetween(span.to, { ...to, minute: snap(to.minute, stepMinutes) }), true);
}

/** Moves the end by this many minutes, and never before the start. */
function longer({ from, to }: WallSpan, byMinutes: number, isHours: boolean): WallSpan {
  const shortest = isHours ? stepMinutes : Math.min(dayMinutes, minutesBetween(from, to));
  return { from, to: shiftWall(from, Math.max(shortest, minutesBetween(from, to) + byMinutes)) };
}

/** Returns the span between two moments, with a minimum duration. */
export function made(origin: Wall, to: Wall, isAllDay: boolean, shortest: number): WallSpan {
  const [first, last] = minutesBetween(origin, to) < 0 ? [to, origin] : [origin, to];
  if (isAllDay)
    return { from: { day: first.day, minute: 0 }, to: shiftWall({ day: last.day, minute: 0 }, dayMinutes) };
  const from = { day: first.day, minute: Math.floor(first.minute / stepMinutes) * stepMinutes };
  const end = { day: last.day, minute: Math.ceil(last.minute / stepMinutes) * stepMinutes };
  return { from, to: shiftWall(from, Math.max(shortest, minutesBetween(from, end))) };
}

/** One step by the keys: left and right are days, up and down quarters of an hour, or weeks where no hours are drawn. */
export function stepped(span: WallSpan, { key, withShift }: KeyStep, isHours: boolean): WallSpan | undefined {
  if (key === "Home" || key === "End") return undefined;
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  const isAside = key === "ArrowLeft" || key === "ArrowRight";
  const minutes = sign * (isAside ? dayMinutes : isHours ? stepMinutes : 7 * dayMinutes);
  return withShift ? longer(span, minutes, isHours) : shiftSpan(span, minutes);
}

export function isSameSpan(one: WallSpan, other: WallSpan): boolean {
  return minutesBetween(one.from, other.from) === 0 && minutesBetween(one.to, other.to) === 0;
}
