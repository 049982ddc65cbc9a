import { daysFrom } from "@atoll/contract/zones";
import { shiftWall } from "../time/wall.ts";
import { isBar } from "./day-pieces.ts";
import type { GridItem } from "./item.ts";

/** A bar over some of the days shown, in a lane of its own. */
export interface Bar {
  item: GridItem;
  /** Columns of the days shown, the last one included. */
  first: number;
  last: number;
  lane: number;
  /** It began before, or goes on behind. */
  isCut: { left: boolean; right: boolean };
}

/** The bars over a row of days, each in the highest lane that is free; the longer of two that begin together first. */
export function barsOver(items: readonly GridItem[], days: readonly string[]): Bar[] {
  const [day = ""] = days;
  const ends: number[] = [];
  return items
    .filter(isBar)
    .map((item) => ({ item, ...columnsOf(item, day) }))
    .filter(({ first, last }) => first < days.length && last >= 0)
    .sort(
      (one, other) =>
        one.first - other.first || other.last - one.last || (one.item.key < other.item.key ? -1 : 1),
    )
    .map(({ item, first, last }) => {
      const from = Math.max(0, first);
      const free = ends.findIndex((end) => end < from);
      const lane = free < 0 ? ends.length : free;
      const to = Math.min(days.length - 1, last);
      ends[lane] = to;
      return { item, first: from, last: to, lane, isCut: { left: first < 0, right: last >= days.length } };
    });
}

function columnsOf({ span: { from, to } }: GridItem, day: string): { first: number; last: number } {
  const first = daysFrom(day, from.day);
  const lastDay = to.minute === 0 ? shiftWall(to, -1).day : to.day;
  return { first, last: Math.max(first, daysFrom(day, lastDay)) };
}
