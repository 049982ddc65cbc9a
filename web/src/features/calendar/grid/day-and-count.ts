import { counted } from "../../../lib/counted.ts";
import type { GridItem } from "../layout/item.ts";
import { dayWords } from "../time/day-words.ts";

type Counted = readonly Pick<GridItem, "isDue">[];

/** "2 events, 1 task due": a task that is due is no event. */
export function countWords(items: Counted): string {
  const due = items.filter(({ isDue }) => isDue).length;
  const events = items.length - due;
  const tasks = due === 1 ? ", 1 task due" : `, ${due} tasks due`;
  return `${counted(events, "event")}${due > 0 ? tasks : ""}`;
}

/** "Friday 20 November, 2 events, 1 task due" */
export function dayAndCount(day: string, items: Counted): string {
  return `${dayWords(day, "long")}, ${countWords(items)}`;
}
