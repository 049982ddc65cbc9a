import type { RefObject } from "react";

/** The looks and measures that menus, selects and popovers share. */

export const floatingSurface =
  "float-motion rounded-lg border border-strong bg-surface-raised text-text shadow-3 outline-none";

const floatingPositioner = "z-popover outline-none";

export const floatingItem =
  "flex min-h-[30px] w-full cursor-default select-none items-center gap-2.5 rounded-sm px-2 text-left outline-none " +
  "max-md:min-h-11 data-highlighted:bg-surface-hover data-disabled:cursor-not-allowed data-disabled:text-disabled";

/** Distance from the trigger and from the edge of the window, in pixels. */
const floatingOffset = { sideOffset: 4, collisionPadding: 8 } as const;

/** The position of a floating surface next to its trigger. */
export interface FloatingPlace {
  side?: "top" | "bottom" | "left" | "right" | undefined;
  align?: "start" | "center" | "end" | undefined;
}

/** Positions a surface at an anchor, if its trigger is not the library's own. */
export function floatingAt(place: FloatingPlace & { anchor?: RefObject<HTMLElement | null> }) {
  return { ...place, ...floatingOffset, className: floatingPositioner };
}

/** The darkened page behind a dialog or drawer. */
export const overlayBackdrop =
  "fixed inset-0 z-modal bg-overlay transition-opacity duration-enter ease-out data-ending-style:opacity-0 " +
  "data-ending-style:duration-exit data-starting-style:opacity-0";
