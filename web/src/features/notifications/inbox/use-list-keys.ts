import { type KeyboardEvent, useRef } from "react";
import { isPressed, useShortcut } from "../../../lib/page/shortcuts.ts";
import { inboxShortcuts } from "./shortcuts.ts";

// Arrows scroll the page unless an entry has the focus.
const enter = { does: inboxShortcuts.next.does, keys: ["J"] };
const enterBackwards = { does: inboxShortcuts.previous.does, keys: ["K"] };

/**
 * The keys of a list of entries: the props of what is around its rows.
 * @param shownId the entry next to the list, which the keys are for while no row has the focus
 */
export function useListKeys(onChoose: (id: string) => void, shownId?: string) {
  const list = useRef<HTMLDivElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const focusRow = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>("a[href]")?.focus();

  const shownRow = () => rows().find((row) => row.dataset.entry === shownId);

  function move(by: 1 | -1): void {
    const at = focused();
    focusRow(at < 0 ? (shownRow() ?? rows()[0]) : rows()[at + by]);
  }
  useShortcut(enter, () => move(1));
  useShortcut(enterBackwards, () => move(-1));
  useShortcut(inboxShortcuts.done, () => pressShown("done"));
  useShortcut(inboxShortcuts.read, () => pressShown("read"));
  useShortcut(inboxShortcuts.snooze, () => pressShown("snooze"));

  function pressShown(act: string): boolean {
    const row = shownRow();
    if (row) press(row, act);
    return row !== undefined;
  }

  function press(row: HTMLElement, act: string): void {
    const button = row.querySelector<HTMLElement>(`[data-act="${act}"]`);
    // The entry may leave this list: the focus goes on to the next.
    if (act === "done" && row.contains(document.activeElement)) {
      const all = rows();
      const at = all.indexOf(row);
      focusRow(all[at + 1] ?? all[at - 1]);
    }
    button?.click();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-entry]") : null;
    const { nativeEvent } = event;
    if (!row || event.isDefaultPrevented()) return;
    if (isPressed(inboxShortcuts.next, nativeEvent)) move(1);
    else if (isPressed(inboxShortcuts.previous, nativeEvent)) move(-1);
    else if (isPressed(inboxShortcuts.done, nativeEvent)) press(row, "done");
    else if (isPressed(inboxShortcuts.read, nativeEvent)) press(row, "read");
    else if (isPressed(inboxShortcuts.snooze, nativeEvent)) press(row, "snooze");
    else if (isPressed(inboxShortcuts.choose, nativeEvent)) onChoose(row.dataset.entry ?? "");
    else return;
    event.preventDefault();
  }
  return { ref: list, onKeyDown };
}
