import { cardIdSchema, cardSchema, type DashboardCard } from "@atoll/contract/dashboard/layout-schemas";

/** Cards in their places, and their order in the single column of a phone. */
export interface Arrangement {
  cards: DashboardCard[];
  phoneOrder: string[];
}

/** A stored default, of a role or of everybody. */
export interface Default extends Arrangement {
  roleId: string | null;
  pinnedIds: string[];
}

/**
 * Parses an arrangement stored by any version of Atoll. A card with an unknown type or options is shown as removed, so
 * that its owner notices; a card without a place is left out.
 */
export function readArrangement(row: { cards: unknown; phone_order: unknown }): Arrangement {
  return {
    cards: listOf(row.cards).flatMap((one) => {
      const card = cardSchema.safeParse(one);
      if (card.success) return [card.data];
      const gone = cardSchema.safeParse({ ...asObject(one), type: "gone", title: "", options: {} });
      return gone.success ? [gone.data] : [];
    }),
    phoneOrder: readIds(row.phone_order),
  };
}

export function readIds(stored: unknown): string[] {
  return listOf(stored).flatMap((one) => cardIdSchema.safeParse(one).data ?? []);
}

function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
