import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { gridColumns, maxCardRows } from "@atoll/contract/dashboard/limits";
import { type LayoutItem, moveElement, verticalCompactor } from "react-grid-layout/core";

type Cards = readonly DashboardCard[];

/** The cards with one at another place: what is in its way makes room, and nothing floats. Pure. */
export function moveCard(cards: Cards, id: string, to: { x: number; y: number }): DashboardCard[] {
  const items = cards.map(itemOf);
  const item = items.find(({ i }) => i === id);
  if (!item) return [...cards];
  const x = clamp(to.x, 0, gridColumns - item.w);
  const moved = moveElement(items, item, x, Math.max(0, to.y), true, false, "vertical", gridColumns);
  return withPlaces(cards, moved);
}

/** The cards with one of another size, at least `least` and never beyond the grid. Pure. */
export function resizeCard(
  cards: Cards,
  id: string,
  to: { w: number; h: number },
  least: { w: number; h: number },
): DashboardCard[] {
  const items = cards.map(itemOf);
  const item = items.find(({ i }) => i === id);
  if (!item) return [...cards];
  item.w = clamp(to.w, least.w, gridColumns - item.x);
  item.h = clamp(to.h, least.h, maxCardRows);
  return withPlaces(cards, items);
}

function withPlaces(cards: Cards, items: readonly LayoutItem[]): DashboardCard[] {
  const places = new Map(verticalCompactor.compact(items, gridColumns).map((item) => [item.i, item]));
  return cards.map((card) => {
    const { x, y, w, h } = places.get(card.id) ?? card;
    return { ...card, x, y, w, h };
  });
}

function itemOf({ id, x, y, w, h }: DashboardCard): LayoutItem {
  return { i: id, x, y, w, h };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(least, most), Math.min(value, most));
}
