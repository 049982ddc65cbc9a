import { expect, it } from "vitest";
import { addressFor, attendedShare, type Series, suggestionFor } from "./suggestion.ts";

const series = (of: Partial<Series>): Series => ({
  eventId: "e1",
  title: "Stand-up",
  departmentId: null,
  isOrganiser: true,
  rule: "FREQ=WEEKLY",
  start: "2027-03-01T09:00",
  minutesEach: 30,
  times: 12,
  declinedTimes: 0,
  people: 4,
  minutes: 360,
  personMinutes: 1440,
  next: "2027-04-01T09:00",
  ...of,
});

it("suggests at most one thing, to people who can do it", () => {
  expect(suggestionFor(series({}), 4)).toEqual({ kind: "shorten", minutes: 15 });
  expect(suggestionFor(series({ minutesEach: 15 }), 4)).toBeUndefined();
  expect(suggestionFor(series({ people: 2 }), 4)).toBeUndefined();
  expect(suggestionFor(series({}), 12)).toBeUndefined();
  expect(suggestionFor(series({ people: 8, minutesEach: 60 }), 12)).toEqual({ kind: "shorten", minutes: 45 });
  expect(suggestionFor(series({ people: 8, minutesEach: 105 }), 12)).toEqual({
    kind: "shorten",
    minutes: 75,
  });
  expect(suggestionFor(series({ isOrganiser: false }), 4)).toBeUndefined();
  const left = series({ isOrganiser: false, times: 5, declinedTimes: 7 });
  expect(suggestionFor(left, 4)).toEqual({ kind: "leave" });
  expect(suggestionFor({ ...left, next: null }, 4)).toBeUndefined();
  expect(suggestionFor({ ...left, times: 0, declinedTimes: 2 }, 4)).toBeUndefined();
  expect(attendedShare(left)).toBe(42);
});

it("links to the next occurrence, with the suggestion filled in", () => {
  expect(addressFor(series({}), { kind: "shorten", minutes: 15 })).toBe(
    "/calendar?event=e1&at=2027-04-01T09%3A00&minutes=15",
  );
  expect(addressFor(series({ next: null }), undefined)).toBe("/calendar?event=e1");
});
