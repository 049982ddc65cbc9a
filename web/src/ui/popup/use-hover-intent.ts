import { useEffect, useRef } from "react";

const openDelayMs = 500;
const closeDelayMs = 100;
/** Within this time after one tooltip closed the next opens at once: a row of buttons reads fluently. */
const warmMs = 300;
let closedAt = -warmMs;

/** Timers behind hover: opens late, closes with a grace in which the pointer may cross to the bubble. */
export function useHoverIntent(show: (anchor: HTMLElement | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function open(anchor: HTMLElement) {
    clearTimeout(timer.current);
    isOpen.current = true;
    show(anchor);
  }
  function close() {
    clearTimeout(timer.current);
    if (isOpen.current) closedAt = performance.now();
    isOpen.current = false;
    show(null);
  }
  return {
    open,
    close,
    enter(anchor: HTMLElement) {
      clearTimeout(timer.current);
      const warm = performance.now() - closedAt < warmMs;
      timer.current = setTimeout(() => open(anchor), warm ? 0 : openDelayMs);
    },
    leave() {
      clearTimeout(timer.current);
      timer.current = setTimeout(close, closeDelayMs);
    },
    stay() {
      clearTimeout(timer.current);
    },
  };
}
