import { type Point, scrollSpeed } from "./geometry.ts";

/** Longer pauses than this are a page that was away. */
const longestMs = 50;

/**
 * Scrolls what lies under a pointer that carries something, while it is near an edge: the innermost box that can scroll
 * further that way. One for each drag, for it remembers what can scroll at all.
 */
export function createAutoScroll() {
  const known = new WeakMap<Element, readonly HTMLElement[]>();
  let last: number | undefined;
  return (under: Element, point: Point, now: number): void => {
    const passedMs = Math.min(longestMs, now - (last ?? now));
    last = now;
    const scrollers = known.get(under) ?? scrollersOf(under);
    known.set(under, scrollers);
    const isDone = { x: false, y: false };
    for (const scroller of scrollers) {
      const { left, top, right, bottom } = scroller.getBoundingClientRect();
      const x = scrollSpeed(point.x, Math.max(0, left), Math.min(innerWidth, right));
      const y = scrollSpeed(point.y, Math.max(0, top), Math.min(innerHeight, bottom));
      isDone.x ||= scroll(scroller, "scrollLeft", (x * passedMs) / 1000);
      isDone.y ||= scroll(scroller, "scrollTop", (y * passedMs) / 1000);
    }
  };
}

function scroll(element: HTMLElement, side: "scrollLeft" | "scrollTop", by: number): boolean {
  if (by === 0) return false;
  const before = element[side];
  element[side] = before + (Math.abs(by) < 1 ? Math.sign(by) : by);
  return element[side] !== before;
}

/** From the inside out. */
function scrollersOf(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (!(one instanceof HTMLElement)) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const isPage = one === document.scrollingElement;
    if (isPage || scrolls.test(overflowX) || scrolls.test(overflowY)) found.push(one);
  }
  return found;
}

const scrolls = /auto|scroll/;
