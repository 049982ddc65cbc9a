import { isDirection } from "../../../ui/drag/geometry.ts";
import { dayMinutes } from "../time/wall.ts";

/** The lines that times snap to. */
export const stepMinutes = 15;

export interface KeyStep {
  minutes: number;
  isResize: boolean;
}

interface HeldByKeys {
  /** Up and down are minutes; else weeks. */
  isHours: boolean;
  onStep: (step: KeyStep) => void;
  onEnd: (isDropped: boolean) => void;
}

/**
 * The keys while something is held by them: arrows move it, with Shift they change its end; Space or Enter drops it,
 * Escape, Tab, a press of the mouse or a window that is left puts it back.
 */
export function heldByKeys({ isHours, onStep, onEnd }: HeldByKeys): AbortController {
  const holding = new AbortController();
  const { signal } = holding;
  addEventListener(
    "keydown",
    (event) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
      if (key !== "Tab") {
        event.preventDefault();
        event.stopPropagation();
      }
      if (key === "Escape" || key === "Tab") onEnd(false);
      else if ((key === " " || key === "Enter") && !event.repeat) onEnd(true);
      else if (isDirection(key)) onStep({ minutes: stepOf(key, isHours), isResize: event.shiftKey });
    },
    { signal, capture: true },
  );
  // The key that lifted it would press the button once it is let go.
  addEventListener("keyup", (event) => event.key === " " && event.preventDefault(), {
    signal,
    capture: true,
  });
  addEventListener("pointerdown", () => onEnd(false), { signal, capture: true });
  addEventListener("blur", (left) => left.target === window && onEnd(false), { signal });
  return holding;
}

function stepOf(key: string, isHours: boolean): number {
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  if (key === "ArrowLeft" || key === "ArrowRight") return sign * dayMinutes;
  return sign * (isHours ? stepMinutes : 7 * dayMinutes);
}
