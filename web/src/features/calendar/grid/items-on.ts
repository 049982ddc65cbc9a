import { barsOver } from "../layout/bars.ts";
import { piecesOf } from "../layout/day-pieces.ts";
import type { GridItem } from "../layout/item.ts";

/** What lies on a day, whole days first. */
export function itemsOn(items: readonly GridItem[], day: string): GridItem[] {
  return [...barsOver(items, [day]), ...piecesOf(items, day)].map(({ item }) => item);
}
