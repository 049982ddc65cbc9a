import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { expect, it } from "vitest";
import { answered, byKind, changeWords, hourWords, isNothing } from "./figures.ts";

it("says hours with one decimal, and how they changed", () => {
  expect([0, 90, 869, 60 * 1200].map(hourWords)).toEqual(["0 h", "1.5 h", "14.5 h", "1,200 h"]);
  expect(changeWords(60, 270)).toBe("3.5 h less than in the previous period");
  expect(changeWords(270, 60)).toBe("3.5 h more than in the previous period");
  expect(changeWords(61, 60)).toBe("the same as in the previous period");
});

it("counts answered invitations, and handles no invitations", () => {
  const none = { accepted: 0, tentative: 0, declined: 0, pending: 0 };
  const kinds = [
    { kind: "meeting", count: 0, minutes: 0 },
    { kind: "focus", count: 2, minutes: 90 },
  ];
  const counted = (answers: typeof none, of = kinds) =>
    ({ answers, kinds: of }) as unknown as CalendarAnalytics;
  expect(answered(counted({ accepted: 5, tentative: 1, declined: 2, pending: 2 }))).toEqual({
    count: 8,
    of: 10,
    share: 80,
  });
  expect(answered(counted(none)).share).toBeNull();
  expect(byKind(counted(none)).rows.map(({ key, values }) => [key, values.hours])).toEqual([["focus", 1.5]]);
  expect(isNothing(counted(none))).toBe(false);
  expect(isNothing(counted(none, kinds.slice(0, 1)))).toBe(true);
});
