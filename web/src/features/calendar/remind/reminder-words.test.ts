import { beforeAll, expect, test } from "vitest";
import { takePreferencesOf } from "../../../lib/preferences.ts";
import { lateInWords, lateOf, reminderInWords } from "./reminder-words.ts";

beforeAll(() => takePreferencesOf({ preferences: { timeZone: "Europe/Lisbon" } }));

const push = (minutesBefore: number) => ({ method: "push" as const, minutesBefore });
const inbox = (minutesBefore: number) => ({ method: "inbox" as const, minutesBefore });

test("reminders are shown as a duration before timed events, and as a clock time before all-day ones", () => {
  expect([0, 5, 60, 120, 1440, 2880].map((minutes) => reminderInWords(push(minutes), false))).toEqual([
    "When it begins, on my devices",
    "5 minutes before, on my devices",
    "1 hour before, on my devices",
    "2 hours before, on my devices",
    "1 day before, on my devices",
    "2 days before, on my devices",
  ]);
  expect([0, 360, 900, 2340].map((minutes) => reminderInWords(inbox(minutes), true))).toEqual([
    "At 00:00 on the day, in the inbox",
    "At 18:00 the day before, in the inbox",
    "At 09:00 the day before, in the inbox",
    "At 09:00 2 days before, in the inbox",
  ]);
});

test("reminders that are too late are named before an event starts, and not afterwards", () => {
  const startsAt = new Date("2027-03-10T10:00:00Z");
  const all = [push(10), inbox(10), push(60), inbox(0)];
  const late = (now: string) => lateOf(all, startsAt, new Date(`2027-03-10T${now}:00Z`));
  expect(late("08:59")).toEqual([]);
  expect(late("09:00")).toEqual([push(60)]);
  expect(late("09:55")).toEqual([push(10), inbox(10), push(60)]);
  expect(late("10:00")).toEqual([]);
  expect(lateInWords(late("09:55"), false, false)).toBe(
    "Too late for 10 minutes before and 1 hour before: no reminder is sent then.",
  );
  expect(lateInWords([inbox(900)], true, true)).toBe(
    "Too late for at 09:00 the day before of this one; those that follow are not.",
  );
  expect(lateInWords([], false, false)).toBe("");
});
