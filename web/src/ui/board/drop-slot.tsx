import type { ReactElement, ReactNode } from "react";
import type { DragPlace } from "../drag/places.ts";

export interface DropSlotProps {
  height: number;
  /** During a drag by keyboard nothing floats: the dragged card stands in its slot. */
  children?: ReactNode;
}

/** The slot in which a card would be dropped. Design, "Task card". */
export function DropSlot({ height, children }: DropSlotProps) {
  return (
    <li
      aria-hidden="true"
      className="flex-none rounded-md border border-primary-bright border-dashed bg-primary-soft"
      data-drag-slot=""
      style={{ height }}
    >
      {children}
    </li>
  );
}

/**
 * Returns the index of the card before which the slot stands: after the card that it follows, wherever that is by now.
 * Undefined when neither neighbour is here.
 */
export function slotIndex(
  cards: readonly { id: string }[],
  { after, before }: Pick<DragPlace, "after" | "before">,
): number | undefined {
  const previous = cards.findIndex(({ id }) => id === after);
  if (previous >= 0) return previous + 1;
  const next = cards.findIndex(({ id }) => id === before);
  return next >= 0 ? next : undefined;
}

/** Returns the cards with the slot at an index; without it below zero. */
export function withSlot(cards: readonly ReactElement[], index: number, slot: ReactElement) {
  return index < 0 ? cards : cards.toSpliced(index, 0, slot);
}

/** A card in a list, as it takes part in a drag. */
export const cardInList =
  "relative select-none hover:shadow-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring";

/** A card whose place is a gap while it is dragged: where it was, and the same as the place where it would be dropped. */
export const gapLook = {
  no: "",
  home: "border-primary-bright! border-dashed bg-primary-soft! shadow-none! *:opacity-0",
  away: "border-control! border-dashed bg-transparent! shadow-none! *:opacity-0",
};

/** The whole card is its link. */
export const cardLink = "outline-none after:absolute after:inset-0 after:rounded-md";

/** The button of a card's menu, which shows when the card is pointed at; the card is a `group`. */
export const cardMenuLook =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100";
