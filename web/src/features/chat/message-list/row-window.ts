/** Which rows of a list are in the page: those from `start` on, up to but without `end`. */
export interface Span {
  start: number;
  end: number;
}

export type HeightOf = (index: number) => number;

/** The content of the page, from top to bottom: rows, and gaps as high as the rows they replace. */
export type Piece = { kind: "row"; index: number } | { kind: "gap"; before: number; height: number };

/** Where a row was found in the page, in pixels from the top of everything. */
export interface RowPlace {
  id: string;
  top: number;
  height: number;
}

/** The rows that touch the pixels from `top` to `bottom`; at least one, if there is any. */
export function spanBetween(count: number, heightOf: HeightOf, top: number, bottom: number): Span {
  let start = -1;
  let y = 0;
  for (let index = 0; index < count; index += 1) {
    if (y >= bottom && start !== -1) return { start, end: index };
    y += heightOf(index);
    if (start === -1 && y > top) start = index;
  }
  return { start: start === -1 ? Math.max(0, count - 1) : start, end: count };
}

/** Returns whether all rows of one span are in another. */
export function holds(span: Span, inner: Span): boolean {
  return span.start <= inner.start && span.end >= inner.end;
}

/** How far the pixel above row `index` is from the top of the first row. */
export function offsetOf(heightOf: HeightOf, index: number): number {
  let y = 0;
  for (let above = 0; above < index; above += 1) y += heightOf(above);
  return y;
}

/** Returns the span's rows and the kept ones, with gaps for all others. */
export function piecesOf(count: number, { start, end }: Span, kept: readonly number[], heightOf: HeightOf) {
  const shown = [...kept.filter((index) => index < start || index >= end), ...range(start, end)];
  const pieces: Piece[] = [];
  let next = 0;
  for (const index of [...shown.sort((a, b) => a - b), count]) {
    if (index > next) {
      const height = offsetOf((above) => heightOf(next + above), index - next);
      pieces.push({ kind: "gap", before: index, height });
    }
    if (index < count) pieces.push({ kind: "row", index });
    next = index + 1;
  }
  return pieces;
}

/**
 * Returns how far the visible rows have moved in the list after any insertion, removal or resize: by the first visible
 * row of unchanged height, else by the first that still exists.
 */
export function movedBy(
  before: readonly RowPlace[],
  now: readonly RowPlace[],
  view: { top: number; height: number },
): number {
  const places = new Map(now.map((place) => [place.id, place]));
  let first: number | undefined;
  for (const { id, top, height } of before) {
    const place = places.get(id);
    if (!place || top + height <= view.top + 1) continue;
    if (first !== undefined && top >= view.top + view.height) break;
    first ??= place.top - top;
    if (Math.abs(place.height - height) < 0.5) return place.top - top;
  }
  return first ?? 0;
}

/** The span that was in the page, in a list that may have changed at both ends since; the end of it when all is new. */
export function spanOf(
  ids: readonly string[],
  ends: { first: string; last: string } | null,
  size: number,
): Span {
  const start = ends ? ids.indexOf(ends.first) : -1;
  const last = ends ? ids.lastIndexOf(ends.last) : -1;
  const count = ids.length;
  if (start !== -1 && last >= start) return { start, end: last + 1 };
  if (start !== -1) return { start, end: Math.min(count, start + size) };
  if (last !== -1) return { start: Math.max(0, last + 1 - size), end: last + 1 };
  return { start: Math.max(0, count - size), end: count };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
