import { useRef } from "react";

/** A press of a key or a turn of the wheel may still scroll this much later. */
const afterglowMs = 500;

/** Knows whether a person may be scrolling an element right now, by wheel, finger, key or scroll bar. */
export function useHand() {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const isHeld = useRef(false);
  const touch = () => {
    touchedAt.current = performance.now();
  };
  return {
    isScrolling: () => isHeld.current || performance.now() - touchedAt.current < afterglowMs,
    handlers: {
      onWheel: touch,
      onTouchMove: touch,
      onKeyDownCapture: touch,
      onPointerDown() {
        isHeld.current = true;
        const release = () => {
          isHeld.current = false;
          touch();
          window.removeEventListener("pointerup", release);
          window.removeEventListener("pointercancel", release);
        };
        window.addEventListener("pointerup", release);
        window.addEventListener("pointercancel", release);
      },
    },
  };
}
