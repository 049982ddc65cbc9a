import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

it("doubles up to its limit, and draws the upper half by lot", () => {
  const at = (failures: number, lot: number) =>
    backoffMs(failures, { baseMs: 400, maxMs: 3000, random: () => lot });
  expect([1, 2, 3, 4, 5, 99].map((failures) => at(failures, 1))).toEqual([400, 800, 1600, 3000, 3000, 3000]);
  expect([1, 2, 3, 4, 5, 99].map((failures) => at(failures, 0))).toEqual([200, 400, 800, 1500, 1500, 1500]);
});
