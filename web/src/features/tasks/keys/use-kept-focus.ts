import { type RefObject, useEffect, useRef } from "react";

const frames = 12;

/**
 * Keeps the focus on a row or card that a change moves to another group or column, where it is another element. The popup
 * in which the change was chosen may give up the focus only some frames later.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  const last = useRef<{ id: string; row: Element }>(undefined);
  useEffect(() => {
    const element = root.current;
    function onFocusIn({ target }: FocusEvent) {
      const row = target instanceof Element && target.closest<HTMLElement>("[data-task], [data-drag-item]");
      const id = row ? (row.dataset.task ?? row.dataset.dragItem) : undefined;
      last.current = row && id !== undefined ? { id, row } : undefined;
    }
    element?.addEventListener("focusin", onFocusIn);
    return () => element?.removeEventListener("focusin", onFocusIn);
  }, [root]);
  useEffect(() => {
    if (!last.current || last.current.row.isConnected) return;
    const { id } = last.current;
    last.current = undefined;
    refocus(() => root.current?.querySelector(`[data-task="${id}"], [data-drag-item="${id}"]`), frames);
  });
}

function refocus(find: () => Element | null | undefined, left: number): void {
  requestAnimationFrame(() => {
    const row = find();
    const active = document.activeElement;
    if (row && (active === null || active === document.body)) {
      row.scrollIntoView({ block: "nearest", inline: "nearest" });
      row.querySelector("a")?.focus();
    }
    if (left > 0) refocus(find, left - 1);
  });
}
