import { type RefObject, useEffect } from "react";
import { useScrollFade } from "./use-scroll-fade.ts";

/**
 * Keeps the selected tab in view in a row that is wider than its place, also when the selection changes, and lets the
 * row fade away where it goes on.
 */
export function useTabInSight(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    const show = () => showTab(list);
    show();
    const changes = new MutationObserver(show);
    // Counts come after the tabs, and make them wider.
    changes.observe(list, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-current", "aria-selected"],
    });
    return () => changes.disconnect();
  }, [row]);
  useScrollFade(row);
}

/** So much of its neighbour is seen, too, that one knows of it. */
const neighbourPx = 32;

function showTab(list: HTMLElement): void {
  const tab = list.querySelector("[aria-current=page], [aria-selected=true]");
  if (!tab) return;
  const [row, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  // Only this row is moved, and not the page, as `scrollIntoView` may.
  if (one.left < row.left) list.scrollLeft -= row.left - one.left + neighbourPx;
  else if (one.right > row.right) list.scrollLeft += one.right - row.right + neighbourPx;
}
