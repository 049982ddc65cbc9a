import type { CanvasElement } from "@atoll/contract/documents/canvas";
import {
  type CanvasColor,
  type CanvasInk,
  canvasColors,
  canvasInks,
} from "@atoll/contract/documents/canvas-limits";
import type { CanvasItem } from "../board-canvas.ts";

/** The colour that an element is drawn in: of a line or bare text its ink, of everything else its fill. */
export function paintOf(element: CanvasElement): CanvasInk | null {
  if (hasInk(element)) return element.ink ?? "plain";
  return "color" in element ? element.color : null;
}

const hasInk = (
  element: CanvasElement,
): element is Extract<CanvasElement, { kind: "text" | "arrow" | "stroke" }> =>
  element.kind === "text" || element.kind === "arrow" || element.kind === "stroke";

/** The change that paints an element; null for one that has no such colour. */
export function paintChange(
  element: CanvasElement,
  paint: CanvasInk,
): { ink: CanvasInk } | { color: CanvasColor } | null {
  if (hasInk(element)) return { ink: paint };
  return "color" in element && paint !== "plain" ? { color: paint } : null;
}

/** The colours that a selection can have; none where nothing in it has one. */
export function paintsOf(items: readonly CanvasItem[]): readonly CanvasInk[] {
  if (items.some(({ element }) => hasInk(element))) return canvasInks;
  return items.some(({ element }) => paintOf(element) !== null) ? canvasColors : [];
}
