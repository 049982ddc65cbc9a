import { gridColumns, minCardSize } from "@atoll/contract/dashboard/limits";

/** A place in the grid, in columns and rows. */
export interface GridPlace {
  x: number;
  y: number;
  w: number;
  h: number;
}

const rowHeight = 84;
const gap = 16;

/** In pixels, of a grid that is so many pixels wide. */
export function boxOf({ x, y, w, h }: GridPlace, width: number) {
  const step = columnStep(width);
  return {
    left: Math.round(x * step),
    top: y * (rowHeight + gap),
    width: Math.round((x + w) * step - gap) - Math.round(x * step),
    height: h * (rowHeight + gap) - gap,
  };
}

export function gridHeight(cards: readonly GridPlace[]): number {
  return Math.max(0, ...cards.map(({ y, h }) => (y + h) * (rowHeight + gap) - gap));
}

/** Returns the first place, row by row, where a card of this size covers no other. */
export function freePlace(cards: readonly GridPlace[], { w, h }: { w: number; h: number }): GridPlace {
  const covers = (x: number, y: number) => (one: GridPlace) =>
    x < one.x + one.w && one.x < x + w && y < one.y + one.h && one.y < y + h;
  for (let y = 0; ; y += 1)
    for (let x = 0; x <= gridColumns - w; x += 1) if (!cards.some(covers(x, y))) return { x, y, w, h };
}

/** An empty card needs no more rows than its drawing, its sentence and its button. */
const emptyRows = 3;

/** The cards with those rows left out that nothing but empty cards would have, beyond the rows that they need. */
export function withoutEmptyRows<Card extends GridPlace>(
  cards: readonly Card[],
  isEmpty: (card: Card) => boolean,
): Card[] {
  const rows = Math.max(0, ...cards.map(({ y, h }) => y + h));
  const needed = cards.map((card) => ({ ...card, h: isEmpty(card) ? Math.min(card.h, emptyRows) : card.h }));
  const isUsed = (row: number) => needed.some(({ y, h }) => y <= row && row < y + h);
  const left = Array.from({ length: rows }, (_, row) => row).filter((row) => !isUsed(row));
  return cards.map((card) => ({
    ...card,
    y: card.y - left.filter((row) => row < card.y).length,
    h: card.h - left.filter((row) => card.y <= row && row < card.y + card.h).length,
  }));
}

/** So many columns and rows are so many pixels, rounded. */
export function stepsOf(pixels: { x: number; y: number }, width: number): { x: number; y: number } {
  return { x: Math.round(pixels.x / columnStep(width)), y: Math.round(pixels.y / (rowHeight + gap)) };
}

/** The smallest that a card may be made. Specification, section 5: 200 by 150 pixels. */
export function leastSize(width: number): { w: number; h: number } {
  return {
    w: Math.min(gridColumns, Math.ceil((minCardSize.width + gap) / columnStep(width))),
    h: Math.ceil((minCardSize.height + gap) / (rowHeight + gap)),
  };
}

function columnStep(width: number): number {
  return (width + gap) / gridColumns;
}
