import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import type { Preferences } from "@atoll/contract/identity/preferences";
import { afterEach, expect, test, vi } from "vitest";
import { formatNumber } from "./format-number.ts";
import { preferencesVersion, takePreferencesOf } from "./preferences.ts";
import { formatDate, formatDay, formatInstant, formatTime, isSameDay } from "./time/format-date.ts";
import { formatClock } from "./time/format-more-dates.ts";
import { ownWeek } from "./time/own-week.ts";
import { dayOf } from "./time/wall-clock.ts";
import { addDays, instantOf, ownTimeZone, weekdayOf } from "./time/wall-time.ts";

afterEach(() => {
  takePreferencesOf(null);
  vi.unstubAllEnvs();
});

const choose = (preferences: Partial<Preferences>) => takePreferencesOf({ preferences });
const evening = "2026-11-20T22:30:07Z";
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

test.each<[Partial<Preferences>, string[]]>([
  [{ timeZone: "Europe/Berlin" }, ["23:30", "23:30:07", "20 Nov 2026, 23:30", "12,345.6"]],
  [{ timeZone: "Pacific/Auckland" }, ["11:30", "11:30:07", "21 Nov 2026, 11:30", "12,345.6"]],
  [{ timeZone: "UTC", hours: "12" }, ["10:30 pm", "10:30:07 pm", "20 Nov 2026, 10:30 pm", "12,345.6"]],
  [
    { timeZone: "UTC", hours: "12", language: "en-US" },
    ["10:30 PM", "10:30:07 PM", "Nov 20, 2026, 10:30 PM", "12,345.6"],
  ],
  [{ timeZone: "UTC", language: "de-DE" }, ["22:30", "22:30:07", "20. Nov. 2026, 22:30", "12.345,6"]],
])("what a person chose is how they read: %j", (chosen, texts) => {
  choose(chosen);
  const written = [formatTime(evening), formatClock(evening), formatInstant(evening), formatNumber(12_345.6)];
  expect(written.map(plain)).toEqual(texts);
});

test("days begin and end where the person is, and not where their browser is", () => {
  vi.stubEnv("TZ", "America/New_York");
  const now = new Date("2026-11-21T11:30:00Z");
  expect(formatDay(evening, now)).toBe("Yesterday");
  choose({ timeZone: "Pacific/Auckland" });
  expect([dayOf(evening), formatDay(evening, now)]).toEqual(["2026-11-21", "Yesterday"]);
  expect(isSameDay(evening, "2026-11-20T10:59:00Z")).toBe(false);
  choose({ timeZone: "Asia/Kolkata" });
  expect([dayOf(evening), formatDay(evening, now)]).toEqual(["2026-11-21", "Today"]);
  // It is next year already.
  expect(formatDate("2026-12-31T20:00:00Z", new Date("2027-01-02T00:00:00Z"))).toBe("1 Jan");
});

test("converts a wall-clock time in the person's zone, also around clock changes", () => {
  choose({ timeZone: "Europe/Berlin" });
  const at = (day: string, time?: string) => instantOf(day, time).toISOString();
  expect(at("2026-03-28")).toBe("2026-03-27T23:00:00.000Z");
  expect(at("2026-03-29", "09:00")).toBe("2026-03-29T07:00:00.000Z");
  expect(at("2026-10-25", "09:00")).toBe("2026-10-25T08:00:00.000Z");
  expect(Number.isNaN(instantOf("soon").getTime())).toBe(true);
  expect(ownTimeZone()).toBe("Europe/Berlin");
});

test("reads the browser's time zone once per task, and again later", async () => {
  choose({});
  vi.stubEnv("TZ", "America/New_York");
  expect(ownTimeZone()).toBe("America/New_York");
  vi.stubEnv("TZ", "Europe/Berlin");
  await Promise.resolve();
  expect(ownTimeZone()).toBe("Europe/Berlin");
});

test("days are counted by the calendar", () => {
  expect([addDays("2026-03-28", 2), addDays("2026-12-31", 1), addDays("2026-03-01", -1)]).toEqual([
    "2026-03-30",
    "2027-01-01",
    "2026-02-28",
  ]);
  expect([weekdayOf("2026-11-16"), weekdayOf("2026-11-22")]).toEqual([1, 7]);
});

test("ignores a time zone that this browser does not know", () => {
  choose({ timeZone: "Mars/Olympus", hours: "12" });
  expect(ownTimeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(formatTime(evening)).toMatch(/ [ap]m$/);
});

test("setting the same value does not render again", () => {
  choose({ hours: "12" });
  const version = preferencesVersion();
  choose({ ...defaultPreferences, hours: "12" });
  expect(preferencesVersion()).toBe(version);
  takePreferencesOf(null);
  expect(preferencesVersion()).toBe(version + 1);
});

test("a week begins on the day that they chose, and each day keeps its number", () => {
  const week = () => ownWeek().map(({ name, day }) => `${name.slice(0, 2)}${day}`);
  expect(week()).toEqual(["Mo0", "Tu1", "We2", "Th3", "Fr4", "Sa5", "Su6"]);
  choose({ firstDay: "sunday" });
  expect(week()).toEqual(["Su6", "Mo0", "Tu1", "We2", "Th3", "Fr4", "Sa5"]);
  choose({ firstDay: "saturday" });
  expect(week().slice(0, 3)).toEqual(["Sa5", "Su6", "Mo0"]);
});

test("does not render again where another browser had set the same", () => {
  choose({ hours: "12" });
  const before = preferencesVersion();
  choose({ hours: "12", seenTimeZone: "Asia/Tokyo" });
  expect(preferencesVersion()).toBe(before);
  choose({ hours: "24" });
  expect(preferencesVersion()).toBeGreaterThan(before);
});
