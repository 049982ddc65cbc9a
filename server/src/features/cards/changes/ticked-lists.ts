import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { CardTick } from "@atoll/contract/cards/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { LockedCard } from "./lock-cards.ts";

/**
 * Returns the checklists of a locked card with some items ticked. Each item keeps its other values, and other items keep
 * what somebody else ticked since the caller looked.
 * @throws {AppError} `changed_meanwhile` for an item that has since been removed or reworded.
 */
export function tickedLists({ data }: Pick<LockedCard, "data">, ticks: readonly CardTick[]): CardData {
  const now = new Date().toISOString();
  const lists: CardData = {};
  for (const { field, item, isDone } of ticks) {
    const list = lists[field] ?? data[field];
    if (!Array.isArray(list) || !list.some(({ text }) => text === item))
      throw new AppError("changed_meanwhile");
    lists[field] = list.map((one) => {
      if (one.text !== item || one.isDone === isDone) return one;
      const { doneAt: _, ...rest } = one;
      return { ...rest, isDone, ...(isDone && { doneAt: now }) };
    });
  }
  return lists;
}
