import { type RefObject, useEffect } from "react";

/**
 * Lifts the toasts above whatever they would lie on that is marked `data-clear-of-toasts`: the field to write in, the
 * pager, the buttons below a dialog, a phone's sheet that leaves room above it (`="sheet"`). `toasts` is what changes with each toast. It is looked at again when something
 * of the page changes, moves or grows, as long as a toast is shown.
 */
export function useClearGround(viewport: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  useEffect(() => {
    const stack = viewport.current;
    if (!stack || toasts.length === 0) return undefined;
    let frame = 0;
    const place = () => {
      frame = 0;
      stack.style.marginBottom = `${liftOf(stack)}px`;
    };
    const later = () => {
      frame ||= requestAnimationFrame(place);
    };
    place();
    const sizes = new ResizeObserver(later);
    // Those that stand there already are not told of again.
    const watch = () => {
      for (const ground of grounds()) sizes.observe(ground);
    };
    watch();
    const changes = new MutationObserver(() => {
      watch();
      later();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    for (const kind of moves) window.addEventListener(kind, later, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      for (const kind of moves) window.removeEventListener(kind, later, { capture: true });
    };
  }, [viewport, toasts]);
}

const gapPx = 8;
/** The events after which elements may have moved. A dialog reaches its position only after its animation. */
const moves = ["resize", "scroll", "animationend", "transitionend"] as const;

function grounds(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>("[data-clear-of-toasts]");
}

/** How far up the stack must go from its place at the bottom, so that it lies on none of them. */
function liftOf(stack: HTMLElement): number {
  const { left, right, height } = stack.getBoundingClientRect();
  // Not from where it is: it may be on its way.
  const floor = document.documentElement.clientHeight - Number.parseFloat(getComputedStyle(stack).bottom);
  // From the lowest up: what stands above one may be in the way of what was lifted over it.
  const inTheWay = [...grounds()]
    .map((ground) => [ground.dataset.clearOfToasts, ground.getBoundingClientRect()] as const)
    .filter(([kind, { left, top }]) => kind !== "sheet" || (left <= 0 && top >= height + gapPx))
    .map(([, ground]) => ground)
    .filter((ground) => ground.height > 0 && ground.left < right && ground.right > left)
    .sort((one, other) => other.bottom - one.bottom);
  let lift = 0;
  for (const ground of inTheWay) {
    const isBelow = ground.top >= floor - lift;
    const isAbove = ground.bottom <= floor - lift - height;
    if (!isBelow && !isAbove) lift = floor - ground.top + gapPx;
  }
  return lift;
}
