import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysFrom, weekdayOf } from "../zones.ts";
import { recurrenceUnits } from "./limits.ts";
import { lastOccurrence, nextOccurrence, type RecurrenceRule } from "./recurrence.ts";

const rule = (more: Partial<RecurrenceRule>): RecurrenceRule => ({
  every: "month",
  interval: 1,
  weekdays: [],
  from: "schedule",
  anchor: "2027-01-31",
  ...more,
});

/** The first days of a series, its anchor left out. */
function days(of: RecurrenceRule, howMany: number): (string | null)[] {
  const found: (string | null)[] = [];
  let last: string | null = of.anchor;
  while (found.length < howMany && last !== null) {
    last = nextOccurrence(of, last);
    found.push(last);
  }
  return found;
}

it("uses the last day of short months and returns to the anchor's day", () => {
  expect(days(rule({}), 4)).toEqual(["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
  expect(days(rule({ every: "year", anchor: "2028-02-29" }), 4)).toEqual([
    "2029-02-28",
    "2030-02-28",
    "2031-02-28",
    "2032-02-29",
  ]);
  expect(days(rule({ interval: 3, anchor: "2026-11-30" }), 2)).toEqual(["2027-02-28", "2027-05-30"]);
});

it("comes every few days and on the weekdays of every few weeks", () => {
  expect(days(rule({ every: "day", interval: 3, anchor: "2026-12-30" }), 2)).toEqual([
    "2027-01-02",
    "2027-01-05",
  ]);
  // A Wednesday; Mondays and Thursdays of every other week.
  const weekly = rule({ every: "week", interval: 2, weekdays: [4, 1], anchor: "2026-11-18" });
  expect(days(weekly, 4)).toEqual(["2026-11-19", "2026-11-30", "2026-12-03", "2026-12-14"]);
  expect(days(rule({ every: "week", anchor: "2026-11-18" }), 2)).toEqual(["2026-11-25", "2026-12-02"]);
});

it("begins with its anchor and ends with the days that can be written", () => {
  expect(nextOccurrence(rule({}), "2020-01-01")).toBe("2027-01-31");
  expect(nextOccurrence(rule({ every: "year" }), "2199-06-01")).toBeNull();
});

describe("any series", () => {
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays("2000-01-01", count));
  const anyRule: fc.Arbitrary<RecurrenceRule> = fc.record({
    every: fc.constantFrom(...recurrenceUnits),
    interval: fc.integer({ min: 1, max: 99 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    from: fc.constant("schedule" as const),
    anchor: anyDay,
  });

  it("continues with the same next date from every day in between", () => {
    fc.assert(
      fc.property(anyRule, anyDay, fc.nat(400), (one, after, further) => {
        const next = nextOccurrence(one, after);
        if (next === null) return;
        expect(next > after && next >= one.anchor).toBe(true);
        const between = addDays(after, further % Math.max(1, daysFrom(after, next)));
        expect(nextOccurrence(one, between)).toBe(next);
      }),
    );
  });

  it("keeps to its unit", () => {
    fc.assert(
      fc.property(anyRule, anyDay, (one, after) => {
        const next = nextOccurrence(one, after);
        if (next === null) return;
        const away = daysFrom(one.anchor, next);
        if (one.every === "day") expect(away % one.interval).toBe(0);
        if (one.every === "week") {
          const wanted = one.weekdays.length > 0 ? one.weekdays : [weekdayOf(one.anchor)];
          expect(wanted).toContain(weekdayOf(next));
          const weeks = Math.floor((away + weekdayOf(one.anchor) - 1) / 7);
          expect(weeks % one.interval).toBe(0);
        }
        if (one.every === "month" || one.every === "year") {
          const isLast = addDays(next, 1).endsWith("-01");
          const sameDay = next.slice(8) === one.anchor.slice(8);
          expect(sameDay || (isLast && next.slice(8) < one.anchor.slice(8))).toBe(true);
        }
      }),
    );
  });
});

it("finds the previous date from the last turns only, with the same result as stepping there", () => {
  const anyDay = fc.integer({ min: 0, max: 6_000 }).map((count) => addDays("2015-01-01", count));
  fc.assert(
    fc.property(
      fc.constantFrom(...recurrenceUnits),
      fc.integer({ min: 1, max: 12 }),
      fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      anyDay,
      anyDay,
      (every, interval, weekdays, anchor, before) => {
        const of = rule({ every, interval, weekdays, anchor });
        let walked: string | null = null;
        for (let day = nextOccurrence(of, addDays(anchor, -1)); day !== null && day < before; )
          [walked, day] = [day, nextOccurrence(of, day)];
        expect(lastOccurrence(of, before)).toBe(walked);
      },
    ),
  );
  const weekly = rule({ every: "week", anchor: "1900-01-01", weekdays: [1, 3] });
  expect(lastOccurrence(weekly, "2199-12-31")).toBe("2199-12-30");
});
