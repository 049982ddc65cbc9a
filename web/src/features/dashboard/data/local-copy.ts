import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { fits, parseJson, type Shape } from "../../../lib/shape.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import type { GridPlace } from "../grid/metrics.ts";
import { boxOf } from "../grid/metrics.ts";

const storageKey = "dashboardCards";
/** The grid whose pixels the copy speaks of, in pixels. */
const copiedWidth = 1184;

const standard: readonly GridPlace[] = [
  { x: 0, y: 0, w: 5, h: 4 },
  { x: 5, y: 0, w: 4, h: 4 },
  { x: 9, y: 0, w: 3, h: 4 },
  { x: 0, y: 4, w: 5, h: 5 },
  { x: 5, y: 4, w: 7, h: 5 },
];

/** Where this browser last showed the cards, so that they are drawn there before the server answers. */
export function readPlaces(): readonly GridPlace[] {
  const copy = parseJson(openTextStorage().getItem(storageKey));
  const places = Array.isArray(copy)
    ? copy.flatMap((one) =>
        fits<Copied>(one, shape) && fits<GridPlace>(one.position, placeShape) ? one.position : [],
      )
    : [];
  return places.length > 0 ? places : standard;
}

/** Keeps that, as the specification writes it: section 3 (dashboard card). The server's word is the one that counts. */
export function keepPlaces({ cards, pinnedIds }: DashboardLayout): void {
  const copy = cards.map((card) => {
    const { width, height } = boxOf(card, copiedWidth);
    const { x, y, w, h } = card;
    const isFree = !pinnedIds.includes(card.id);
    const size = { width, height };
    return {
      id: card.id,
      type: card.type,
      size,
      position: { x, y, w, h },
      isResizable: true,
      isDraggable: isFree,
    };
  });
  try {
    openTextStorage().setItem(storageKey, JSON.stringify(copy));
  } catch {
    // The storage is full: the next start draws the standard cards first.
  }
}

interface Copied {
  position: GridPlace;
}

const shape: Shape<Copied> = { position: "object" };
const placeShape: Shape<GridPlace> = { x: "number", y: "number", w: "number", h: "number" };
