import { type KeyboardEvent, useRef } from "react";
import { isPressed, type Shortcut, useShortcut } from "../../../lib/page/shortcuts.ts";
import { listShortcuts } from "../data/list-shortcuts.ts";
import { rowShortcuts } from "./shortcuts.ts";

export interface RowActions {
  onChoose: (taskId: string, isRange: boolean) => void;
  onEditTitle: (taskId: string) => void;
}

const cells = ["status", "priority", "assignee", "due"] as const;

/** The keys of a list: J and K lead from row to row, wherever one is; the others are about the row that has the focus. */
export function useListKeys({ onChoose, onEditTitle }: RowActions) {
  const list = useRef<HTMLDivElement>(null);

  function step(by: 1 | -1): HTMLElement | undefined {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[data-task]") ?? [])];
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? all[by > 0 ? 0 : all.length - 1] : all[at + by];
    next?.querySelector<HTMLElement>("[data-title]")?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return next;
  }
  useShortcut(rowShortcuts.down, () => void step(1));
  useShortcut(rowShortcuts.up, () => void step(-1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const row = target.closest<HTMLElement>("[data-task]");
    const taskId = row?.dataset.task;
    if (!row || taskId === undefined) return;
    const isKey = (shortcut: Shortcut) => isPressed(shortcut, event.nativeEvent);
    const cell = cells.find((name) => isKey(rowShortcuts[name]));
    if (cell) row.querySelector<HTMLElement>(`[data-cell=${cell}]`)?.click();
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
