import { daysFrom } from "@atoll/contract/zones";
import { dayMinutes, minutesBetween } from "../time/wall.ts";
import type { GridItem } from "./item.ts";

/** The part of an item that lies in one day. */
export interface DayPiece {
  item: GridItem;
  /** In minutes of the day. */
  from: number;
  to: number;
  isFirst: boolean;
  isLast: boolean;
}

/** Shorter ones are drawn as long as this, or nobody could press them. */
const shortestMinutes = 20;

/** Stands above the hours: whole days, and what takes a day or more. */
export function isBar({ isAllDay, span }: Pick<GridItem, "isAllDay" | "span">): boolean {
  return isAllDay || minutesBetween(span.from, span.to) >= dayMinutes;
}

/** Returns the pieces of these items on a day in the order of their start, the longer of two first. */
export function piecesOf(items: readonly GridItem[], day: string): DayPiece[] {
  const pieces: DayPiece[] = [];
  for (const item of items) {
    const { from, to } = item.span;
    // Most are of other days, and a month asks for each of its own: days are compared before they are counted with.
    if (from.day > day || (from.day < day && to.day < day) || isBar(item)) continue;
    const start = daysFrom(day, from.day) * dayMinutes + from.minute;
    // An item that ends at its start, as when clocks go back, is drawn as well.
    const end = Math.max(daysFrom(day, to.day) * dayMinutes + to.minute, start + 1);
    if (start >= dayMinutes || end <= 0) continue;
    const top = Math.min(Math.max(0, start), dayMinutes - shortestMinutes);
    const bottom = Math.min(dayMinutes, Math.max(end, top + shortestMinutes));
    pieces.push({ item, from: top, to: bottom, isFirst: start >= 0, isLast: end <= dayMinutes });
  }
  return pieces.sort(
    (one, other) => one.from - other.from || other.to - one.to || (one.item.key < other.item.key ? -1 : 1),
  );
}
