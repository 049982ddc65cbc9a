import type { DragSpot } from "../drag/places.ts";

/** Returns how a card is moved by keyboard, for screen readers. */
export function dragHint(card: string, more = ""): string {
  return `Space lifts the ${card}, the arrows move it, Space drops it, Escape puts it back.${more}`;
}

/** Returns the announcements of a drag by keyboard. */
export function dragWords(titleOf: (id: string) => string, where: (id: string, spot: DragSpot) => string) {
  return {
    lifted: (id: string, spot: DragSpot) => `Lifted ${titleOf(id)}. ${where(id, spot)}.`,
    moved: (id: string, spot: DragSpot) => `${where(id, spot)}.`,
    dropped: (id: string, spot: DragSpot) => `${titleOf(id)} moved to ${where(id, spot)}.`,
    cancelled: (id: string) => `${titleOf(id)} is back where it was.`,
  };
}
