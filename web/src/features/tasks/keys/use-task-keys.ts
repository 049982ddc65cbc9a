import type { Task } from "@atoll/contract/tasks/schemas";
import { type KeyboardEvent, useRef } from "react";
import { isPressed, type Shortcut, useShortcut } from "../../../lib/page/shortcuts.ts";
import {
  actShortcuts,
  fieldShortcuts,
  listShortcuts,
  rowShortcuts,
  type TaskField,
  taskFields,
} from "./shortcuts.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { type TaskSteps, useTaskSteps } from "./use-task-steps.ts";

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

export interface RowActions extends Omit<TaskSteps, "root"> {
  onChoose: (taskId: string, isRange: boolean) => void;
  onEditTitle: (taskId: string) => void;
  onAssignToMe: (taskId: string) => void;
}

/** The keys of a list: J and K lead from row to row, wherever one is; the others are about the row that has the focus. */
export function useListKeys({ onChoose, onEditTitle, onAssignToMe, openId, onOpen }: RowActions) {
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  const step = useTaskSteps({ root: list, openId, onOpen });
  useShortcut(rowShortcuts.down, () => void step(1));
  useShortcut(rowShortcuts.up, () => void step(-1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const row = target.closest<HTMLElement>("[data-task]");
    const taskId = row?.dataset.task;
    if (!row || taskId === undefined) return;
    const isKey = (shortcut: Shortcut) => isPressed(shortcut, event.nativeEvent);
    const cell = taskFields.find((name) => isKey(fieldShortcuts[name]));
    if (cell) openCell(row, row.querySelector<HTMLElement>(`[data-cell=${cell}]`));
    else if (isKey(actShortcuts.assignToMe)) onAssignToMe(taskId);
    else if (isKey(listShortcuts.select)) onChoose(taskId, false);
    else if (isKey(listShortcuts.extend)) {
      const next = step(event.key === "ArrowDown" ? 1 : -1)?.dataset.task;
      onChoose(taskId, true);
      if (next !== undefined) onChoose(next, true);
    } else if (isKey(rowShortcuts.title)) onEditTitle(taskId);
    else return;
    event.preventDefault();
  }
  return { ref: list, onKeyDown };
}

/** Opens a cell. When its popup returns the focus to the cell, the row gets it, as before the key. */
function openCell(row: HTMLElement, cell: HTMLElement | null): void {
  cell?.addEventListener("focus", () => row.querySelector("a")?.focus(), { once: true });
  cell?.click();
}
