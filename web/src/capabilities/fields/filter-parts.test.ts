import { expect, test } from "vitest";
import { plainNumber } from "./filter-parts.tsx";

test.each([
  ["1,200", "1200"],
  ["-1,200,000.5", "-1200000.5"],
  ["1,2", "1.2"],
  ["0.75", "0.75"],
  ["1,20", "1.20"],
])("reads %s as %s in a filter by numbers", (typed, expected) => {
  expect(plainNumber(typed)).toBe(expected);
});
