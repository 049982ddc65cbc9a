import { cardIdSchema, cardSchema, type DashboardCard } from "@atoll/contract/dashboard/layout-schemas";

/** Cards as they stand, and their order where there is one column. */
export interface Arrangement {
  cards: DashboardCard[];
  phoneOrder: string[];
}

/** A default as it is stored, of a role or of everybody. */
export interface Default extends Arrangement {
  roleId: string | null;
  pinnedIds: string[];
}

/**
 * Reads what a version of Atoll has stored. A card of a type that there is no longer, or whose options are not known
 * any more, keeps its place as one that is gone, so that its person sees what became of it; what has no place is left out.
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
