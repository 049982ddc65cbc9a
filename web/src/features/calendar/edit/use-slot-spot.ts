import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const slots = "[data-drag-slot][data-ghost], [data-cal-item=new]";

/**
 * Keeps an element over the place where the grid draws a new item, so that a popover can be anchored to it. It keeps its
 * last place when the grid does not draw the item any more.
 * @param key changes when the item's times do.
 * @returns the element, and whether the grid draws the item; undefined before it is known.
 */
export function useSlotSpot(key: string): { spot: RefObject<HTMLDivElement | null>; isDrawn?: boolean } {
  const spot = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState<boolean>();
  useEffect(() => {
    // A draft may be about another day than the grid shows; the grid knows that a frame later.
    const frame = requestAnimationFrame(() => {
      const slot = document.querySelector(slots);
      slot?.scrollIntoView({ block: "nearest" });
      setDrawn(slot !== null);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the times change
  useLayoutEffect(() => {
    const follow = () => {
      const box = document.querySelector(slots)?.getBoundingClientRect();
      if (!box || !spot.current) return;
      const { left, top, width, height } = box;
      Object.assign(spot.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    follow();
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [key, isDrawn]);
  return isDrawn === undefined ? { spot } : { spot, isDrawn };
}
