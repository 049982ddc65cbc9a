import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";

/** Cards one below the other: as the person ordered them, and else as they stand in the grid. Pure. */
export function inOneColumn(cards: readonly DashboardCard[], order: readonly string[]): DashboardCard[] {
  const placeOf = new Map(order.map((id, index) => [id, index]));
  const asTheyStand = cards.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return asTheyStand.toSorted(
    (a, b) => (placeOf.get(a.id) ?? order.length) - (placeOf.get(b.id) ?? order.length),
  );
}

/** The order with one card a place up or down. Pure. */
export function reorder(
  cards: readonly DashboardCard[],
  order: readonly string[],
  id: string,
  by: -1 | 1,
): string[] {
  const ids = inOneColumn(cards, order).map((card) => card.id);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from < 0 || other === undefined) return ids;
  ids[from + by] = id;
  ids[from] = other;
  return ids;
}
