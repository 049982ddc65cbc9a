import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const slots = "[data-drag-slot][data-ghost], [data-cal-item=new]";
/** The grid may first have to load the week of the item. */
const patienceMs = 1500;

/**
 * Keeps an element over the place where the grid draws a new item, so that a popover can be anchored to it. It keeps its
 * last place while the grid does not draw the item.
 * @param key changes when the item's times do.
 * @param hasSlots the grid draws items at all.
 * @returns the element, and whether the grid draws the item; undefined before it is known.
 */
export function useSlotSpot(
  key: string,
  hasSlots: boolean,
): { spot: RefObject<HTMLDivElement | null>; isDrawn?: boolean } {
  const spot = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(hasSlots ? undefined : false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn((before) => before ?? false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the times change
  useLayoutEffect(() => {
    let last: Element | null = null;
    const follow = () => {
      const slot = document.querySelector(slots);
      if (slot && slot !== last) slot.scrollIntoView({ block: "nearest" });
      last = slot;
      if (!slot) return;
      setDrawn((before) => before ?? true);
      const { left, top, width, height } = slot.getBoundingClientRect();
      if (!spot.current) return;
      Object.assign(spot.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    // The grid knows new times a frame later; another week appears once it is loaded.
    const frame = requestAnimationFrame(follow);
    const redrawn = new MutationObserver(follow);
    redrawn.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      cancelAnimationFrame(frame);
      redrawn.disconnect();
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [key, isDrawn]);
  return isDrawn === undefined ? { spot } : { spot, isDrawn };
}
