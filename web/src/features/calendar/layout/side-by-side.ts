import type { DayPiece } from "./day-pieces.ts";

/** The place of a piece among those that overlap it: its first column, the number of columns it spans, and their total. */
export interface Placed extends DayPiece {
  column: number;
  width: number;
  columns: number;
}

/**
 * Lays the pieces of a day side by side where they overlap: each in the first column that is free, and as wide as the
 * columns at its right stay free. Those that overlap, directly or through others, share one count of columns.
 */
export function sideBySide(pieces: readonly DayPiece[]): Placed[] {
  const placed: Placed[] = [];
  let group: { piece: DayPiece; column: number }[] = [];
  let ends: number[] = [];
  for (const piece of pieces) {
    if (ends.length > 0 && ends.every((end) => end <= piece.from)) {
      placed.push(...widened(group, ends.length));
      group = [];
      ends = [];
    }
    const free = ends.findIndex((end) => end <= piece.from);
    const column = free < 0 ? ends.length : free;
    ends[column] = piece.to;
    group.push({ piece, column });
  }
  return [...placed, ...widened(group, ends.length)];
}

function widened(group: readonly { piece: DayPiece; column: number }[], columns: number): Placed[] {
  return group.map(({ piece, column }) => {
    const right = group.filter(
      (other) => other.column > column && other.piece.from < piece.to && other.piece.to > piece.from,
    );
    const next = Math.min(columns, ...right.map((other) => other.column));
    return { ...piece, column, width: next - column, columns };
  });
}
