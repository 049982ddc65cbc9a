import { expect, test } from "vitest";
import { drawSeries } from "./draw-series.ts";

test("a line is broken where days are missing, and better positions are higher", () => {
  const { path, dots, least, most } = drawSeries(
    [
      { day: "2026-11-01", value: 12 },
      { day: "2026-11-08", value: 4 },
      { day: "2026-11-22", value: 8 },
    ],
    112,
    112,
  );
  expect(path.replace(/[^ML]/g, "")).toBe("MLM");
  expect([least, most]).toEqual([4, 12]);
  expect(dots.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [6, 106],
    [39, 6],
    [106, 56],
  ]);
});

test("draws a single value as a dot in the middle", () => {
  expect(drawSeries([{ day: "2026-11-01", value: 3 }], 100, 100).dots).toMatchObject([{ x: 6, y: 50 }]);
});
