import { type RefObject, useEffect } from "react";

/**
 * Marks a row that scrolls (`scroll-row`) with `data-more` while there is something to the right of what is visible:
 * its end fades away then.
 */
export function useScrollFade(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    const mark = () =>
      list.toggleAttribute("data-more", list.scrollLeft + list.clientWidth < list.scrollWidth - 1);
    mark();
    const sizes = new ResizeObserver(mark);
    sizes.observe(list);
    list.addEventListener("scroll", mark, { passive: true });
    // Counts come after what they count, and make it wider.
    const changes = new MutationObserver(mark);
    changes.observe(list, { subtree: true, childList: true, characterData: true });
    return () => {
      changes.disconnect();
      sizes.disconnect();
      list.removeEventListener("scroll", mark);
    };
  }, [row]);
}
