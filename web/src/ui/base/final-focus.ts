import type { RefObject } from "react";

/** Where the focus goes when a popup closes: back to its trigger, unless what was chosen has moved it elsewhere. */
export function finalFocus(popup: RefObject<HTMLElement | null>, trigger: RefObject<HTMLElement | null>) {
  return (): HTMLElement | null | false => {
    const active = document.activeElement;
    const hasMoved = active !== null && active !== document.body && popup.current?.contains(active) !== true;
    return hasMoved ? false : reachable(trigger.current);
  };
}

/** A trigger that is out of sight while the focus is elsewhere cannot take it; what it belongs to can. */
function reachable(trigger: HTMLElement | null): HTMLElement | null {
  if (!trigger || getComputedStyle(trigger).visibility !== "hidden") return trigger;
  return trigger.parentElement?.closest<HTMLElement>("[tabindex]") ?? trigger;
}
