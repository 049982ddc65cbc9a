import { type RefObject, useRef } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { fieldShortcuts, type TaskField } from "../data/list-shortcuts.ts";

/** The keys of an open task's fields, wherever the focus is, unless a row or card with keys of its own has it. */
export function useFieldKeys(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const open = (field: TaskField) =>
    body.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.click();
  useShortcut(inDrawer.status, () => open("status"));
  useShortcut(inDrawer.priority, () => open("priority"));
  useShortcut(inDrawer.assignee, () => open("assignee"));
  useShortcut(inDrawer.due, () => open("due"));
  return body;
}

const inDrawer = {
  status: { ...fieldShortcuts.status, inDrawer: true },
  priority: { ...fieldShortcuts.priority, inDrawer: true },
  assignee: { ...fieldShortcuts.assignee, inDrawer: true },
  due: { ...fieldShortcuts.due, inDrawer: true },
};
