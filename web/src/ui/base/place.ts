export type Side = "top" | "bottom" | "left" | "right";

export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/**
 * Returns the position of a floating box next to its anchor: centred on the wanted side, or on the opposite one if
 * there is no space, and within the viewport. All in pixels.
 */
export function place(
  anchor: Box,
  floating: { width: number; height: number },
  viewport: { width: number; height: number },
  side: Side,
  gap = 6,
): { top: number; left: number } {
  const wanted = sideOf(anchor, floating, side, gap);
  const other = sideOf(anchor, floating, opposite[side], gap);
  const chosen = !fits(wanted, floating, viewport) && fits(other, floating, viewport) ? other : wanted;
  return {
    top: clamp(chosen.top, edge, viewport.height - floating.height - edge),
    left: clamp(chosen.left, edge, viewport.width - floating.width - edge),
  };
}

const edge = 4;
const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

function sideOf(anchor: Box, floating: { width: number; height: number }, side: Side, gap: number) {
  const middle = {
    top: anchor.top + (anchor.height - floating.height) / 2,
    left: anchor.left + (anchor.width - floating.width) / 2,
  };
  if (side === "top") return { top: anchor.top - floating.height - gap, left: middle.left };
  if (side === "bottom") return { top: anchor.top + anchor.height + gap, left: middle.left };
  if (side === "left") return { top: middle.top, left: anchor.left - floating.width - gap };
  return { top: middle.top, left: anchor.left + anchor.width + gap };
}

function fits(
  at: { top: number; left: number },
  floating: { width: number; height: number },
  viewport: { width: number; height: number },
): boolean {
  return (
    at.top >= 0 &&
    at.left >= -floating.width / 2 &&
    at.top + floating.height <= viewport.height &&
    at.left + floating.width / 2 <= viewport.width
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
