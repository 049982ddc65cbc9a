import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { gridColumns, maxCardRows } from "@atoll/contract/dashboard/limits";
import type { KeyboardEvent, PointerEvent } from "react";
import { type LayoutItem, moveElement, verticalCompactor } from "react-grid-layout/core";
import type { ActiveCard, GridOptions } from "./active-card.ts";
import { leastSize, stepsOf } from "./metrics.ts";

interface Holding extends GridOptions {
  active: ActiveCard | null;
  setActive: (active: ActiveCard | null) => void;
  say: (words: string) => void;
}

/**
 * Moves and resizes cards, by pointer and by keys: Enter or Space takes hold and lets go, arrows move, Shift with arrows
 * resizes, Escape puts everything back.
 */
export function holdingOf({ cards, width, titleOf, onArrange, active, setActive, say }: Holding) {
  const nameOf = ({ id }: ActiveCard) => {
    const card = cards.find((one) => one.id === id);
    return card ? titleOf(card) : "The card";
  };

  function take(card: DashboardCard, way: ActiveCard["way"], by: ActiveCard["by"], from = { x: 0, y: 0 }) {
    setActive({ id: card.id, way, by, from, away: { x: 0, y: 0 }, cards, before: cards });
    if (by === "keys")
      say(
        `${titleOf(card)} is picked up. Arrow keys move it, Shift and arrow keys resize it, Enter drops it, Escape cancels.`,
      );
  }

  function letGo(one: ActiveCard) {
    setActive(null);
    if (one.by === "keys") say(`${nameOf(one)} is put down. ${placeInWords(one)}`);
    if (!isSame(one.cards, one.before)) onArrange([...one.cards]);
  }

  function putBack(one: ActiveCard) {
    setActive(null);
    say(`${nameOf(one)} is back where it was.`);
  }

  /** The cards with the active one so many columns and rows further, or larger. */
  function shift(
    base: readonly DashboardCard[],
    id: string,
    way: ActiveCard["way"],
    by: { x: number; y: number },
  ) {
    const card = base.find((one) => one.id === id);
    if (!card) return base;
    if (way === "move") return moveCard(base, id, { x: card.x + by.x, y: card.y + by.y });
    return resizeCard(base, id, { w: card.w + by.x, h: card.h + by.y }, leastSize(width));
  }

  function followPointer(event: PointerEvent<HTMLElement>) {
    if (active?.by !== "pointer") return;
    const at = pointIn(event);
    const away = { x: at.x - active.from.x, y: at.y - active.from.y };
    // The page scrolls at its edges, so that the dragged card stays in sight.
    event.currentTarget.scrollIntoView({ block: "nearest" });
    setActive({ ...active, away, cards: shift(active.before, active.id, active.way, stepsOf(away, width)) });
  }

  function followKeys(event: KeyboardEvent, card: DashboardCard) {
    const isToggle = event.key === "Enter" || event.key === " ";
    const by = steps[event.key];
    if (!active) {
      if (!isToggle) return;
      take(card, "move", "keys");
    } else if (isToggle) letGo(active);
    else if (event.key === "Escape") putBack(active);
    else if (by) {
      const way = event.shiftKey ? "resize" : "move";
      const next: ActiveCard = { ...active, way, cards: shift(active.cards, active.id, way, by) };
      setActive(next);
      say(placeInWords(next));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    gripOf: (card: DashboardCard, way: ActiveCard["way"]) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        take(card, way, "pointer", pointIn(event));
      },
      onPointerMove: followPointer,
      onPointerUp: () => active?.by === "pointer" && letGo(active),
      onPointerCancel: () => active?.by === "pointer" && putBack(active),
      onKeyDown: (event: KeyboardEvent) => followKeys(event, card),
      onBlur: () => active?.by === "keys" && letGo(active),
    }),
  };
}

/** Where the pointer is in the grid, however the page is scrolled. */
function pointIn(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const origin = event.currentTarget.closest("[data-card-grid]")?.getBoundingClientRect();
  return { x: event.clientX - (origin?.left ?? 0), y: event.clientY - (origin?.top ?? 0) };
}

const steps: Readonly<Partial<Record<string, { x: number; y: number }>>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function placeInWords({ cards, id }: ActiveCard): string {
  const card = cards.find((one) => one.id === id);
  if (!card) return "";
  const { x, y, w, h } = card;
  return `Column ${x + 1}, row ${y + 1}, ${w} columns wide, ${h} rows high.`;
}

function isSame(cards: readonly DashboardCard[], before: readonly DashboardCard[]): boolean {
  return cards.every((card, index) => {
    const other = before[index];
    return other && card.x === other.x && card.y === other.y && card.w === other.w && card.h === other.h;
  });
}

type Cards = readonly DashboardCard[];

/** The cards with one at another place: what is in its way makes room, and nothing floats. Pure. */
function moveCard(cards: Cards, id: string, to: { x: number; y: number }): DashboardCard[] {
  const items = cards.map(itemOf);
  const item = items.find(({ i }) => i === id);
  if (!item) return [...cards];
  const x = clamp(to.x, 0, gridColumns - item.w);
  const moved = moveElement(items, item, x, Math.max(0, to.y), true, false, "vertical", gridColumns);
  return withPlaces(cards, moved);
}

/** The cards with one of another size, at least `least` and never beyond the grid. Pure. */
function resizeCard(
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
