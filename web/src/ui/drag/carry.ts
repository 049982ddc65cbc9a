import type { Direction, Point } from "./geometry.ts";

/** By what something is carried; "landing": it was let go, and is on its way to its place. */
export type CarriedBy = "pointer" | "keys" | "landing";

/** A step as keys make it, with Shift or without. */
export interface KeyStep {
  key: Direction | "Home" | "End";
  withShift: boolean;
}

/** Where something was lifted, and by what. */
export interface Grip {
  root: HTMLElement;
  /** The pressed element within the one that is lifted. */
  pressed: Element;
  start: Point;
  by: "pointer" | "keys";
}

export type Said = "lifted" | "moved" | "dropped" | "cancelled";

/** One thing on its way: what it is, the places that it can have, and what letting go of it there does. */
export interface Carry<What extends object, Place extends object> {
  what: What;
  /** Where it lies anyway; none: it comes from elsewhere, or is only being made. */
  home: () => Place | undefined;
  /** Where it is as it is lifted. */
  begin: Place | undefined;
  isSame: (one: Place, other: Place) => boolean;
  /** The place under the pointer, if any, and the element that scrolls near its edges; left out: none does. */
  at: (point: Point) => { place: Place | undefined; scrolls: Element | undefined };
  /** The next place that way; none: there is no way on. */
  step: (place: Place, step: KeyStep) => Place | undefined;
  say: (said: Said, place: Place | undefined) => string;
  onDrop: (place: Place) => void;
  /** It was let go where it lies anyway. */
  onStay?: (place: Place, by: CarriedBy) => void;
  /** It is dragged over another place, or over none any more. */
  onAim?: (place: Place | undefined) => void;
  /** Where it lies on the page now; none: nowhere yet. */
  element: () => HTMLElement | undefined;
}

/** A screen on which things are carried about: a board between neighbours, a calendar along a line of time. */
export interface DragGround<What extends object, Place extends object> {
  /** The element that a press there, or Space with the focus there, would lift; undefined: none. */
  take: (pressed: Element, by: "pointer" | "keys", root: HTMLElement) => HTMLElement | undefined;
  /** Undefined: it cannot be lifted after all. */
  lift: (element: HTMLElement, grip: Grip) => Carry<What, Place> | undefined;
}
