import { afterEach, expect, test } from "vitest";
import { takePreferencesOf } from "../../../lib/preferences.ts";
import { splitWhen, whenReader } from "./read-when.ts";

// A Friday, 10:30 in Berlin.
const now = new Date("2026-11-20T09:30:00Z");
const inBerlin = () => takePreferencesOf({ preferences: { timeZone: "Europe/Berlin" } });
afterEach(() => takePreferencesOf(null));

test.each([
  ["in 20 minutes", "2026-11-20T09:50:00.000Z"],
  ["in an hour", "2026-11-20T10:30:00.000Z"],
  ["in half an hour", "2026-11-20T10:00:00.000Z"],
  ["in 1h 30m", "2026-11-20T11:00:00.000Z"],
  ["in 1 hour and 5 minutes", "2026-11-20T10:35:00.000Z"],
  ["in 2 weeks", "2026-12-04T09:30:00.000Z"],
  // The clocks have changed by then; the hour has not.
  ["in 150 days", "2027-04-19T08:30:00.000Z"],
  ["tomorrow at 9", "2026-11-21T08:00:00.000Z"],
  ["at 3pm tomorrow", "2026-11-21T14:00:00.000Z"],
  ["tomorrow", "2026-11-21T08:00:00.000Z"],
  ["tomorrow evening", "2026-11-21T17:00:00.000Z"],
  ["tonight", "2026-11-20T19:00:00.000Z"],
  ["Friday 14:00", "2026-11-27T13:00:00.000Z"],
  ["on Monday at 9:30", "2026-11-23T08:30:00.000Z"],
  ["next week", "2026-11-23T08:00:00.000Z"],
  ["11:00", "2026-11-20T10:00:00.000Z"],
  // It has passed today.
  ["at 10", "2026-11-21T09:00:00.000Z"],
  ["noon", "2026-11-20T11:00:00.000Z"],
  ["5 December", "2026-12-05T08:00:00.000Z"],
  ["the 5th of December at 10", "2026-12-05T09:00:00.000Z"],
  ["December 5th", "2026-12-05T08:00:00.000Z"],
  ["5.12. 16:15", "2026-12-05T15:15:00.000Z"],
  ["2026-12-24 18:00", "2026-12-24T17:00:00.000Z"],
  ["2026-12-24T18:00:00Z", "2026-12-24T18:00:00.000Z"],
  ["2026-12-24T18:00-05:00", "2026-12-24T23:00:00.000Z"],
  ["yesterday", "2026-11-19T08:00:00.000Z"],
  ["9", undefined],
  ["1.5", undefined],
  ["in a while", undefined],
  ["in half a day", undefined],
  ["next year", undefined],
  ["tomorrow tomorrow", undefined],
  ["at 25:00", undefined],
  ["2026-02-30 10:00", undefined],
  ["in 99999 weeks", undefined],
  ["", undefined],
])("reads %s as %s in the person's time zone", (text, at) => {
  inBerlin();
  expect(whenReader(now)(text)?.at.toISOString()).toBe(at);
});

test.each([
  ["to call Ada tomorrow at 9", "call Ada", "2026-11-21T08:00:00.000Z"],
  ["in 20 minutes to call Ada", "call Ada", "2026-11-20T09:50:00.000Z"],
  ['"meet at 12:00" tomorrow', "meet at 12:00", "2026-11-21T08:00:00.000Z"],
  ['tomorrow "meet at 12:00"', "meet at 12:00", "2026-11-21T08:00:00.000Z"],
  ["the review on Monday at 9:30", "the review", "2026-11-23T08:30:00.000Z"],
  ["at 17:00 to check what is due tomorrow", "check what is due tomorrow", "2026-11-20T16:00:00.000Z"],
  ["in 20 minutes to enjoy the sun", "enjoy the sun", "2026-11-20T09:50:00.000Z"],
  ["in 15 minutes to take the bus at 10:40", "take the bus at 10:40", "2026-11-20T09:45:00.000Z"],
  ["buy 2nd monitor tomorrow at 9", "buy 2nd monitor", "2026-11-21T08:00:00.000Z"],
  ["tomorrow", "", "2026-11-21T08:00:00.000Z"],
])("splits %s into the text and the time", (text, rest, at) => {
  inBerlin();
  const found = splitWhen(text, now);
  expect(found).toMatchObject({ rest, when: { at: new Date(at) } });
});

test("asks which time is meant where the rest names another one", () => {
  inBerlin();
  expect(splitWhen("tomorrow call Ada at noon", now)).toEqual({
    problem:
      "Two times are named: “at noon” and “tomorrow”. Put the words in quotation marks, and the time after them.",
  });
  const times = ["tomorrow", "at noon", "Friday", "in 2 hours", "5 December", "9:30"];
  for (const first of times)
    for (const second of times)
      for (const text of [`${first} call Ada ${second}`, `see ${first}, then call ${second}`])
        expect(splitWhen(text, now), text).toHaveProperty("problem");
});

test("reads English days for people whose formats are in another language, and theirs too", () => {
  takePreferencesOf({ preferences: { timeZone: "Europe/Berlin", language: "de-DE" } });
  const friday = { rest: "call Ada", when: { day: "2026-11-27", time: "14:00" } };
  for (const text of ["call Ada Friday 14:00", "call Ada Freitag 14:00"])
    expect(splitWhen(text, now)).toMatchObject(friday);
});

test("finds no time in a text without one, however long it is", () => {
  inBerlin();
  expect(splitWhen("buy milk", now)).toBeNull();
  expect(splitWhen("in ".repeat(4000), now)).toBeNull();
  expect(splitWhen("1".repeat(8000), now)).toBeNull();
});
