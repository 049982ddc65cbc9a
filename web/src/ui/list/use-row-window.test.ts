import { expect, it } from "vitest";
import { partsOf } from "./use-row-window.ts";

const shown = (count: number, range: { from: number; to: number }, kept: number[]) =>
  partsOf(count, range, kept).map((part) =>
    part.kind === "gap" ? `gap of ${part.rows}` : `${part.from}-${part.to}`,
  );

it("draws the rows in sight and those that are kept, with gaps as high as all others", () => {
  expect(shown(5, { from: 0, to: 50 }, [2])).toEqual(["0-5"]);
  expect(shown(100, { from: 40, to: 60 }, [])).toEqual(["gap of 40", "40-60", "gap of 40"]);
  expect(shown(100, { from: 40, to: 60 }, [3, 99, 45, -1])).toEqual([
    "gap of 3",
    "3-4",
    "gap of 36",
    "40-60",
    "gap of 39",
    "99-100",
  ]);
  expect(shown(0, { from: 0, to: 50 }, [0])).toEqual([]);
  expect(shown(10, { from: 500, to: 550 }, [])).toEqual(["gap of 10"]);
});
