import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { movedBy, type RowPlace } from "./row-window.ts";

/**
 * Keeps the scroll position of a fully rendered list: whatever changes above, the first visible message keeps its
 * position, and at the end the end stays visible. Not every browser does so. The list must set `overflow-anchor: none`,
 * or some would correct it twice.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, isAtEnd: boolean): void {
  const seen = useRef({ places: [] as readonly RowPlace[], top: 0 });

  function settle() {
    const box = list.current;
    if (!box) return;
    const now = placesOf(box);
    if (isAtEnd) box.scrollTop = box.scrollHeight;
    else {
      const moved = movedBy(seen.current.places, now, { top: seen.current.top, height: box.clientHeight });
      if (Math.abs(moved) >= 0.5) box.scrollTop += moved;
    }
    seen.current = { places: now, top: box.scrollTop };
  }
  const settleLatest = useEffectEvent(settle);
  useLayoutEffect(() => settleLatest());
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    const look = () => {
      seen.current.top = box.scrollTop;
    };
    // Content that changes size, or is inserted by a render, which settles by itself.
    const sizes = new ResizeObserver(() => settleLatest());
    const watch = () => {
      sizes.disconnect();
      for (const element of [box, ...box.children]) sizes.observe(element);
    };
    const children = new MutationObserver(watch);
    children.observe(box, { childList: true });
    watch();
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      children.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [list]);
}

/** Returns the positions of the messages in pixels from the top of the list. */
function placesOf(box: HTMLElement): RowPlace[] {
  const shift = box.scrollTop - box.getBoundingClientRect().top;
  return [...box.querySelectorAll<HTMLElement>("[data-message]")].map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return { id: element.dataset.message ?? "", top: top + shift, height };
  });
}
