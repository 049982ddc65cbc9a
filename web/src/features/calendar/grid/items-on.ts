import { barsOver } from "../layout/bars.ts";
import { piecesOf } from "../layout/day-pieces.ts";
import type { GridItem } from "../layout/item.ts";

/** Returns the items on a day, all-day ones first. */
export function itemsOn(items: readonly GridItem[], day: string): GridItem[] {
  return [...barsOver(items, [day]), ...piecesOf(items, day)].map(({ item }) => item);
}
