import type { CanvasElement } from "@atoll/contract/documents/canvas";
import type { CanvasTextSize } from "@atoll/contract/documents/canvas-limits";

/** The size of a text and of its lines, in pixels at full size. */
export interface TextSize {
  px: number;
  line: number;
}

const sizes: Readonly<Record<Exclude<CanvasTextSize, "medium">, TextSize>> = {
  small: { px: 11, line: 15 },
  large: { px: 20, line: 26 },
  huge: { px: 34, line: 42 },
};

/** The size of the emoji of a sticker, in pixels. */
export const stickerFont = (width: number, height: number): number => Math.min(width, height) * 0.82;

/** The text size of an element. One without a size has that of its kind. */
export function textSizeOf(element: CanvasElement): TextSize {
  const { kind } = element;
  const size = kind === "note" || kind === "text" || kind === "shape" ? element.textSize : undefined;
  if (size !== undefined && size !== "medium") return sizes[size];
  if (kind === "text") return { px: 14, line: 20 };
  return { px: 13, line: kind === "note" ? 18 : 20 };
}
