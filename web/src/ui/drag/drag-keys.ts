import type { KeyStep } from "./carry.ts";
import { isDirection } from "./geometry.ts";

/**
 * The keys while something is dragged by them: arrows, Home and End move it, Space or Enter drops it; Escape, Tab, a press
 * of the mouse or a window that is left puts it back. They are listened for on the window, since what is dragged may lose
 * the focus to a change that comes from elsewhere.
 * @returns ends it.
 */
export function draggedByKeys(
  onStep: (step: KeyStep) => void,
  onEnd: (isDropped: boolean) => void,
): AbortController {
  const holding = new AbortController();
  const { signal } = holding;
  swallowKeyup();
  addEventListener(
    "keydown",
    (event) => {
      const { key } = event;
      if (key !== "Tab") {
        if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
        event.preventDefault();
        event.stopPropagation();
      }
      if (key === "Escape" || key === "Tab") onEnd(false);
      else if (key === " " || key === "Enter") {
        if (event.repeat) return;
        if (key === " ") swallowKeyup();
        onEnd(true);
      } else if (isDirection(key) || key === "Home" || key === "End")
        onStep({ key, withShift: event.shiftKey });
    },
    { signal, capture: true },
  );
  addEventListener("pointerdown", () => onEnd(false), { signal, capture: true });
  addEventListener("blur", (left) => left.target === window && onEnd(false), { signal });
  return holding;
}

/** Where a button has the focus, letting go of the space bar would press it. */
function swallowKeyup(): void {
  const over = new AbortController();
  const { signal } = over;
  addEventListener(
    "keyup",
    (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      over.abort();
    },
    { signal, capture: true },
  );
  addEventListener("blur", (left) => left.target === window && over.abort(), { signal });
}
