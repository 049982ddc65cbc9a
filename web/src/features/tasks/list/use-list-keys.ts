import { type KeyboardEvent, useRef } from "react";
import { isPressed, type Shortcut, useShortcut } from "../../../lib/page/shortcuts.ts";
import { actShortcuts, fieldShortcuts, listShortcuts, rowShortcuts, taskFields } from "../keys/shortcuts.ts";
import { useKeptFocus } from "../keys/use-kept-focus.ts";
import { type TaskSteps, useTaskSteps } from "../keys/use-task-steps.ts";

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
