import type { Task } from "@atoll/contract/tasks/schemas";
import type { KeyboardEvent } from "react";
import { isPressed } from "../../../lib/page/shortcuts.ts";
import { actShortcuts, fieldShortcuts, listShortcuts, type TaskField, taskFields } from "./shortcuts.ts";

export interface CardActs {
  onMove: (task: Task, card: HTMLElement) => void;
  onChoose?: (taskId: string, isRange: boolean) => void;
  onField: (taskId: string, field: TaskField) => void;
  onAssignToMe: (task: Task) => void;
}

/** Arrows lead from card to card; letters do something with the one that has the focus. */
export function useCardKeys(
  find: (taskId: string) => Task | undefined,
  { onMove, onChoose, onField, onAssignToMe }: CardActs,
) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, nativeEvent } = event;
    if (event.defaultPrevented || !(target instanceof HTMLAnchorElement)) return;
    const card = target.closest<HTMLElement>("[data-drag-item]");
    const task = find(card?.dataset.dragItem ?? "");
    if (!card || !task) return;
    const field = taskFields.find((name) => isPressed(fieldShortcuts[name], nativeEvent));
    if (field) onField(task.id, field);
    else if (isPressed(actShortcuts.assignToMe, nativeEvent)) onAssignToMe(task);
    else if (isPressed(listShortcuts.move, nativeEvent)) onMove(task, card);
    else if (onChoose && isPressed(listShortcuts.select, nativeEvent)) onChoose(task.id, false);
    else {
      const next = neighbour(event.key, card, currentTarget);
      if (next === undefined) return;
      if (onChoose && next instanceof HTMLElement && isPressed(listShortcuts.extend, nativeEvent)) {
        onChoose(task.id, true);
        onChoose(next.dataset.dragItem ?? "", true);
      }
      next?.querySelector("a")?.focus();
    }
    event.preventDefault();
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
