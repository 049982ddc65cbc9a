import type { RefObject } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { listShortcuts } from "./shortcuts.ts";

/** Opens a task of a list; `isReplacing` in place of the one that is open. */
export type OpenListedTask = (taskId: string, isReplacing?: boolean) => void;

export interface TaskSteps {
  /** Contains the rows or cards. */
  root: RefObject<HTMLElement | null>;
  openId: string | undefined;
  onOpen: OpenListedTask;
}

/** J and K lead to the next and the previous task of a list or board. While a task is open, they open that one too. */
export function useTaskSteps({ root, openId, onOpen }: TaskSteps): (by: 1 | -1) => HTMLElement | undefined {
  function step(by: 1 | -1): HTMLElement | undefined {
    const all = [...(root.current?.querySelectorAll<HTMLElement>("[data-task], [data-drag-item]") ?? [])];
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    const at = focused < 0 ? all.findIndex((row) => idOf(row) === openId) : focused;
    const next = at < 0 ? all[by > 0 ? 0 : all.length - 1] : all[at + by];
    if (!next) return undefined;
    // An open drawer keeps the focus.
    if (!document.activeElement?.closest("[role=dialog]")) next.querySelector("a")?.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
    const id = idOf(next);
    if (openId !== undefined && id !== undefined) onOpen(id, true);
    return next;
  }
  useShortcut(listShortcuts.next, () => void step(1));
  useShortcut(listShortcuts.previous, () => void step(-1));
  return step;
}

function idOf({ dataset }: HTMLElement): string | undefined {
  return dataset.task ?? dataset.dragItem;
}
