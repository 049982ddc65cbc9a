import { expect, test } from "vitest";
import { dueDay } from "./due-day.ts";

const usual = [1, 2, 3, 4, 5];

// 2026-11-27 is a Friday.
test.each([
  ["day 2 on a Saturday is Monday", "2026-11-27", 2, usual, "2026-11-30"],
  ["day 4 after a Friday is Monday", "2026-11-27", 4, usual, "2026-11-30"],
  ["a Saturday that is worked stays", "2026-11-27", 2, [1, 2, 3, 4, 5, 6], "2026-11-28"],
  ["a chosen first day stays, also on a Saturday", "2026-11-28", 1, usual, "2026-11-28"],
  ["what comes before the first day is due before the weekend", "2026-11-30", 0, usual, "2026-11-27"],
  ["a week from Sunday to Thursday", "2026-11-26", 2, [7, 1, 2, 3, 4], "2026-11-29"],
] as const)("%s", (_what, startOn, day, workingDays, due) => {
  expect(dueDay(startOn, day, workingDays)).toBe(due);
});
