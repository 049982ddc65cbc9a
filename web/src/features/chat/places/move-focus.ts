import type { KeyboardEvent } from "react";

/**
 * Moves the focus through a list with the arrow keys, Home and End. The places are the elements that match
 * the selector, in the order of the page.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  // With Alt, these keys switch to another chat.
  if (event.altKey) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const now = places.indexOf(event.target instanceof HTMLElement ? event.target : event.currentTarget);
  if (now === -1) return;
  const targets: Record<string, number> = {
    ArrowDown: Math.min(now + 1, places.length - 1),
    ArrowUp: Math.max(now - 1, 0),
    Home: 0,
    End: places.length - 1,
  };
  const next = targets[event.key];
  if (next === undefined) return;
  event.preventDefault();
  places[next]?.focus();
}
