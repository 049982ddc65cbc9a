import { expect, test } from "vitest";
import { checkSeries, expandSeries, hasOccurrence, type Series } from "./series.ts";
import { splitSeries } from "./split-series.ts";
import { timeZoneDataVersion } from "./temporal.ts";

const always = { from: new Date("1990-01-01"), until: new Date("2100-01-01"), limit: 1000 };

function series(start: string, end: string, more: Partial<Series> = {}): Series {
  return {
    start,
    end,
    allDay: !start.includes("T"),
    zone: "UTC",
    rule: null,
    added: [],
    removed: [],
    ...more,
  };
}

/** Returns a series of one-hour events. */
function hour(start: string, zone: string, rule: string): Series {
  const end = `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, "0")}${start.slice(13)}`;
  return series(start, end, { zone, rule });
}

const starts = (of: Series) =>
  expandSeries(of, always).map(({ startsAt }) => startsAt.toISOString().slice(0, 16));
const names = (of: Series) => expandSeries(of, always).map(({ occurrence }) => occurrence);
const spans = (of: Series) =>
  expandSeries(of, always).map((one) =>
    [one.startsAt, one.endsAt].map((at) => at.toISOString().slice(0, 16)).join("/"),
  );

test.each([
  {
    case: "a time that New York skips",
    given: hour("2027-03-13T02:30", "America/New_York", "FREQ=DAILY;COUNT=3"),
    expected: ["2027-03-13T07:30", "2027-03-14T07:30", "2027-03-15T06:30"],
  },
  {
    case: "a time that Berlin skips",
    given: hour("2027-03-27T02:30", "Europe/Berlin", "FREQ=DAILY;COUNT=3"),
    expected: ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"],
  },
  {
    case: "a time that comes twice",
    given: hour("2026-10-31T01:30", "America/New_York", "FREQ=DAILY;COUNT=3"),
    expected: ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"],
  },
  {
    case: "the last workday of the month",
    given: hour("2027-01-29T17:00", "Europe/Lisbon", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=4"),
    expected: ["2027-01-29T17:00", "2027-02-26T17:00", "2027-03-31T16:00", "2027-04-30T16:00"],
  },
  {
    case: "UNTIL as the instant of the last",
    given: hour("2023-08-05T12:30", "Asia/Jerusalem", "FREQ=WEEKLY;UNTIL=20230819T093000Z"),
    expected: ["2023-08-05T09:30", "2023-08-12T09:30", "2023-08-19T09:30"],
  },
  {
    case: "UNTIL without Z, on the series' own clock",
    given: hour("2026-01-05T09:00", "America/Los_Angeles", "FREQ=WEEKLY;UNTIL=20260119T090000"),
    expected: ["2026-01-05T17:00", "2026-01-12T17:00", "2026-01-19T17:00"],
  },
  {
    case: "UNTIL as a day, which belongs to it",
    given: hour("2026-01-05T09:00", "America/Los_Angeles", "FREQ=WEEKLY;UNTIL=20260119"),
    expected: ["2026-01-05T17:00", "2026-01-12T17:00", "2026-01-19T17:00"],
  },
])("$case", ({ given, expected }) => {
  expect(checkSeries(given)).toBeNull();
  expect(starts(given)).toEqual(expected);
});

test("treats an end as a wall time, too", () => {
  const night = { zone: "Europe/Berlin" };
  expect(spans(series("2027-03-27T22:00", "2027-03-28T06:00", night))).toEqual([
    "2027-03-27T21:00/2027-03-28T04:00",
  ]);
  // From 2:30, which is skipped and moves forward by an hour, to 3:00, which is not.
  const short = series("2027-03-28T02:30", "2027-03-28T03:00", night);
  expect(spans(short)).toEqual(["2027-03-28T01:30/2027-03-28T02:00"]);
});

test("includes added times, excludes removed ones, and applies COUNT before both", () => {
  const more = { rule: "FREQ=DAILY;COUNT=3", added: ["2026-04-05T09:00"], removed: ["2026-04-02T09:00"] };
  const given = series("2026-04-01T09:00", "2026-04-01T10:00", more);
  expect(names(given)).toEqual(["2026-04-01T09:00", "2026-04-03T09:00", "2026-04-05T09:00"]);
  expect(hasOccurrence(given, "2026-04-05T09:00")).toBe(true);
  for (const none of ["2026-04-02T09:00", "2026-04-03T09:01", "2026-04-03", "soon"])
    expect(hasOccurrence(given, none)).toBe(false);
});

test("places all-day events in each zone, also where a day is shorter", () => {
  const day = (start: string, end: string, zone: string) => spans(series(start, end, { zone }));
  expect(day("2026-11-20", "2026-11-21", "Pacific/Auckland")).toEqual(["2026-11-19T11:00/2026-11-20T11:00"]);
  expect(day("2026-11-20", "2026-11-21", "Pacific/Honolulu")).toEqual(["2026-11-20T10:00/2026-11-21T10:00"]);
  expect(day("2027-04-30", "2027-05-01", "Africa/Cairo")).toEqual(["2027-04-29T22:00/2027-04-30T21:00"]);
});

test("accepts an instant as the end of an all-day series", () => {
  const rule = "FREQ=DAILY;UNTIL=20260226T095959Z";
  const honolulu = series("2026-02-24", "2026-02-25", { rule, zone: "Pacific/Honolulu" });
  expect(names(honolulu)).toEqual(["2026-02-24", "2026-02-25"]);
  expect(names({ ...honolulu, zone: "Europe/Berlin" })).toEqual(["2026-02-24", "2026-02-25", "2026-02-26"]);
});

test("counts the start as an occurrence even if its rule does not give it", () => {
  const given = hour("2026-01-06T09:00", "UTC", "FREQ=WEEKLY;BYDAY=MO;COUNT=3");
  expect(names(given)).toEqual(["2026-01-06T09:00", "2026-01-12T09:00", "2026-01-19T09:00"]);
});

test("does not give an occurrence before the start when a week begins before it", () => {
  const given = hour("2027-08-25T09:00", "UTC", "FREQ=WEEKLY;WKST=SA;BYDAY=SU,TH;BYSETPOS=1;COUNT=3");
  expect(names(given)).toEqual(["2027-08-25T09:00", "2027-08-29T09:00", "2027-09-05T09:00"]);
});

test("returns only what overlaps the range, up to the limit, however far from the start", () => {
  const given = hour("2020-01-01T09:00", "Europe/Paris", "FREQ=DAILY");
  const range = { from: new Date("2050-06-01T07:30Z"), until: new Date("2050-06-03T07:00Z"), limit: 10 };
  expect(expandSeries(given, range).map(({ occurrence }) => occurrence)).toEqual([
    "2050-06-01T09:00",
    "2050-06-02T09:00",
  ]);
  expect(expandSeries(given, { ...range, limit: 1 })).toHaveLength(1);
  expect(expandSeries(given, { ...range, until: range.from })).toEqual([]);
  const noLength = series("2026-01-01T09:00", "2026-01-01T09:00");
  expect(names(noLength)).toEqual(["2026-01-01T09:00"]);
});

const day = { start: "2026-01-01", end: "2026-01-02", allDay: true };
const rules = (rule: string) => ({ ...hour("2026-01-01T09:30", "UTC", rule) });

test.each<[string, Series, string | null]>([
  ["an end before the start", series("2026-01-01T09:00", "2026-01-01T08:59"), "end_before_start"],
  ["a day that ends as it begins", series("2026-01-01", "2026-01-01"), "end_before_start"],
  ["two years at one go", series("2026-01-01", "2028-01-01"), "too_long"],
  ["no day", series("2026-02-30T09:00", "2026-03-01T09:00"), "start_unreadable"],
  ["a year beyond all", series("0026-02-20T09:00", "0026-02-20T09:00"), "start_unreadable"],
  [
    "a day for a time",
    { ...series("2026-01-01T09:00", "2026-01-02T09:00"), end: "2026-01-02" },
    "end_unreadable",
  ],
  ["a zone that is none", { ...rules("FREQ=DAILY"), zone: "Mars/Olympus" }, "zone_unknown"],
  ["a mere offset", { ...rules("FREQ=DAILY"), zone: "+02:00" }, "zone_unknown"],
  ["hours", rules("FREQ=HOURLY"), "rule_too_fine"],
  ["a list of hours", rules("FREQ=DAILY;BYHOUR=9,17"), "rule_lists_hours"],
  ["another hour than the start's", rules("FREQ=DAILY;BYHOUR=10"), "rule_lists_hours"],
  ["the start's own hour", rules("FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=0"), null],
  ["no rule", rules("often"), "rule_not_understood"],
  ["an empty rule", rules(""), "rule_not_understood"],
  ["a part twice", rules("FREQ=DAILY;COUNT=2;COUNT=3"), "rule_not_understood"],
  ["COUNT with UNTIL", rules("FREQ=DAILY;COUNT=2;UNTIL=20260201"), "rule_not_understood"],
  ["no interval", rules("FREQ=DAILY;INTERVAL=0"), "rule_not_understood"],
  ["a list that never ends", rules(`FREQ=DAILY;BYMONTH=${"1,".repeat(400)}1`), "rule_not_understood"],
  ["the 30th of February", rules("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"), "rule_never_matches"],
  ["the 30th of February by days", rules("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"), "rule_never_matches"],
  ["the 30th of February by years", rules("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rule_never_matches"],
  ["a second of one", rules("FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2"), "rule_never_matches"],
  ["a third of two", rules("FREQ=WEEKLY;BYDAY=MO,TU;BYMONTH=1;BYSETPOS=3"), "rule_never_matches"],
  ["a weekday each seventh day is not", rules("FREQ=DAILY;INTERVAL=7;BYDAY=MO"), "rule_never_matches"],
  ["a weekday in a week it is not in", rules("FREQ=YEARLY;BYWEEKNO=30;BYMONTH=1"), "rule_never_matches"],
  ["a 53rd of a year", rules("FREQ=YEARLY;BYDAY=53MO"), "rule_not_understood"],
  ["a leap day", rules("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), null],
  ["an end before the begin", rules("FREQ=DAILY;UNTIL=20251231"), "until_before_start"],
  ["ten thousand", rules("FREQ=DAILY;COUNT=9999"), "too_many_occurrences"],
  ["more than that", rules("FREQ=DAILY;COUNT=10000"), "too_many_occurrences"],
  ["days for centuries", rules("FREQ=DAILY;UNTIL=29991231"), "too_many_occurrences"],
  ["days without end", rules("FREQ=DAILY"), null],
  [
    "many exceptions",
    { ...series("", ""), ...day, added: new Array(1001).fill("2026-01-01") },
    "too_many_exceptions",
  ],
  [
    "an exception that is none",
    { ...series("", ""), ...day, removed: ["2026-01-01T00:00"] },
    "exception_unreadable",
  ],
])("%s", (_, given, refusal) => {
  expect(checkSeries(given)).toBe(refusal);
});

test("splits a series into two that give the same occurrences", () => {
  const given = {
    ...hour("2026-04-01T09:00", "Europe/Berlin", "FREQ=DAILY;INTERVAL=2;COUNT=6"),
    added: ["2026-04-02T09:00", "2026-04-20T09:00"],
    removed: ["2026-04-03T09:00", "2026-04-09T09:00"],
  };
  const all = names(given);
  for (const [place, occurrence] of all.entries()) {
    const { head, tail } = splitSeries(given, occurrence);
    expect(head ? names(head) : []).toEqual(all.slice(0, place));
    expect(names(tail)).toEqual(all.slice(place));
    for (const part of [head, tail]) if (part) expect(checkSeries(part)).toBeNull();
  }
  expect(splitSeries(given, "2026-04-05T09:00").tail).toMatchObject({
    start: "2026-04-05T09:00",
    end: "2026-04-05T10:00",
    rule: "FREQ=DAILY;INTERVAL=2;COUNT=4",
    removed: ["2026-04-09T09:00"],
  });
  expect(() => splitSeries(given, "2026-04-03T09:00")).toThrow(RangeError);
});

test("splits off no head if all its occurrences are removed, and ends one without COUNT before the cut", () => {
  const given = hour("2026-04-01T09:00", "UTC", "FREQ=WEEKLY;UNTIL=20260501T000000Z");
  const bare = { ...given, removed: ["2026-04-01T09:00"] };
  expect(splitSeries(bare, "2026-04-08T09:00").head).toBeNull();
  const { head, tail } = splitSeries(given, "2026-04-15T09:00");
  expect(head?.rule).toBe("FREQ=WEEKLY;UNTIL=20260408T090000");
  expect(tail.rule).toBe("FREQ=WEEKLY;UNTIL=20260501T000000Z");
});

test("reports the version of the runtime's time-zone data", () => {
  expect(timeZoneDataVersion()).toMatch(/^\d{4}[a-z]/);
});
