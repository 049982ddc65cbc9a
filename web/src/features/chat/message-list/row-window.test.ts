import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holds, movedBy, offsetOf, piecesOf, type RowPlace, spanBetween, spanOf } from "./row-window.ts";

const heights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });

describe("the rows in the page", () => {
  it("are exactly the visible ones, and at least one", () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: -200, max: 6000 }), fc.nat(900), (all, top, view) => {
        const { start, end } = spanBetween(all.length, (index) => all[index] ?? 0, top, top + view);
        const tops = all.map((_, index) => offsetOf((at) => all[at] ?? 0, index));
        const touching = all.flatMap((height, index) =>
          (tops[index] ?? 0) + height > top && (tops[index] ?? 0) < top + view ? [index] : [],
        );
        expect(end).toBeGreaterThan(start);
        if (touching.length > 0) expect([start, end - 1]).toEqual([touching[0], touching.at(-1)]);
      }),
    );
  });

  it("and the gaps between them are as high as all rows together", () => {
    fc.assert(
      fc.property(heights, fc.nat(60), fc.nat(60), fc.array(fc.nat(59)), (all, from, size, kept) => {
        const span = { start: Math.min(from, all.length), end: Math.min(from + size, all.length) };
        const heightOf = (index: number) => all[index] ?? 0;
        const known = [...new Set(kept.filter((index) => index < all.length))];
        const pieces = piecesOf(all.length, span, known, heightOf);
        const shown = pieces.flatMap((piece) => (piece.kind === "row" ? [piece.index] : []));
        const wanted = all.flatMap((_, index) =>
          (index >= span.start && index < span.end) || known.includes(index) ? [index] : [],
        );
        expect(shown).toEqual(wanted);
        const sum = pieces.reduce(
          (height, piece) => height + (piece.kind === "row" ? heightOf(piece.index) : piece.height),
          0,
        );
        expect(sum).toBe(all.reduce((total, height) => total + height, 0));
      }),
    );
  });

  it("contain the view only if both ends are loaded", () => {
    expect(holds({ start: 2, end: 9 }, { start: 2, end: 9 })).toBe(true);
    expect(holds({ start: 2, end: 9 }, { start: 1, end: 5 })).toBe(false);
    expect(holds({ start: 2, end: 9 }, { start: 4, end: 10 })).toBe(false);
  });

  it("stay the same when rows are added or removed at the ends, and are the last ones in a new list", () => {
    const ends = { first: "c", last: "e" };
    expect(spanOf([..."abcdefg"], ends, 3)).toEqual({ start: 2, end: 5 });
    expect(spanOf([..."xyabcdefg"], ends, 3)).toEqual({ start: 4, end: 7 });
    expect(spanOf([..."cd"], ends, 3)).toEqual({ start: 0, end: 2 });
    expect(spanOf([..."defg"], ends, 2)).toEqual({ start: 0, end: 2 });
    expect(spanOf([..."rstuv"], ends, 3)).toEqual({ start: 2, end: 5 });
    expect(spanOf([], null, 3)).toEqual({ start: 0, end: 0 });
  });
});

describe("the scroll anchor", () => {
  const stack = (rows: Record<string, number>): RowPlace[] => {
    let y = 0;
    return Object.entries(rows).map(([id, height]) => {
      const place = { id, top: y, height };
      y += height;
      return place;
    });
  };
  const before = stack({ a: 100, b: 100, c: 100, d: 100 });
  const view = { top: 150, height: 200 };

  it("moves by insertions, growth and removals above it", () => {
    expect(movedBy(before, stack({ x: 70, a: 100, b: 100, c: 100, d: 100 }), view)).toBe(70);
    expect(movedBy(before, stack({ a: 130, b: 100, c: 100, d: 100 }), view)).toBe(30);
    expect(movedBy(before, stack({ b: 100, c: 100, d: 100 }), view)).toBe(-100);
  });

  it("does not move by what happens below or further down in it", () => {
    expect(movedBy(before, stack({ a: 100, b: 100, c: 160, d: 100, e: 100 }), view)).toBe(0);
    expect(movedBy(before, stack({ a: 100, b: 100 }), view)).toBe(0);
  });

  it("is anchored to a row of unchanged height, because the first may have lost its date", () => {
    expect(movedBy(before, stack({ x: 70, a: 100, b: 60, c: 100, d: 100 }), view)).toBe(30);
    expect(movedBy(before, stack({ a: 100, c: 100, d: 100 }), view)).toBe(-100);
  });

  it("is anchored to the first row when the width changes, and to none when all are new", () => {
    expect(movedBy(before, stack({ a: 140, b: 140, c: 140, d: 140 }), view)).toBe(40);
    expect(movedBy(before, stack({ x: 100, y: 100 }), view)).toBe(0);
  });
});
