import type { Task } from "@atoll/contract/tasks/schemas";
import type { KeyboardEvent } from "react";
import { isPressed } from "../../../lib/shortcuts.ts";
import { type Board, findTask } from "../data/board-state.ts";
import { boardShortcuts } from "./shortcuts.ts";

/** Arrows lead from card to card, M moves the one that has the focus. */
export function useCardKeys(board: Board, onMove: (task: Task) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    if (event.defaultPrevented || !(target instanceof HTMLAnchorElement)) return;
    const card = target.closest<HTMLElement>("[data-drag-item]");
    if (!card) return;
    if (isPressed(boardShortcuts.move, event.nativeEvent)) {
      const task = findTask(board, card.dataset.dragItem ?? "");
      if (!task) return;
      event.preventDefault();
      onMove(task);
      return;
    }
    const next = neighbour(event.key, card, currentTarget);
    if (next === undefined) return;
    event.preventDefault();
    next?.querySelector("a")?.focus();
  };
}

/** The card in the direction of a key; null where there is none, undefined for another key. */
function neighbour(key: string, card: HTMLElement, board: HTMLElement): Element | null | undefined {
  if (key === "ArrowDown") return card.nextElementSibling;
  if (key === "ArrowUp") return card.previousElementSibling;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const columns = [...board.querySelectorAll("[data-drag-zone]")].filter(
    (column) => column.contains(card) || column.querySelector("[data-drag-item]"),
  );
  const at = columns.findIndex((column) => column.contains(card));
  const cards = columns[at + (key === "ArrowLeft" ? -1 : 1)]?.querySelectorAll("[data-drag-item]") ?? [];
  const middle = card.getBoundingClientRect().top;
  const below = [...cards].find((other) => other.getBoundingClientRect().bottom > middle);
  return below ?? [...cards].at(-1) ?? null;
}
