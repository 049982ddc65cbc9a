import { expect, test } from "vitest";
import { takePreferencesOf } from "../preferences.ts";
import { formatAge } from "./format-age.ts";
import { formatAgo } from "./format-ago.ts";
import { formatDate, formatDay, formatInstant, formatTime, isSameDay } from "./format-date.ts";
import { formatLongDate } from "./format-more-dates.ts";
import { formatWallDate } from "./format-wall.ts";

const now = new Date(2026, 10, 20, 12, 0, 0);
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [-5, "0s"],
  [0, "0s"],
  [59, "59s"],
  [60, "1m"],
  [3599, "59m"],
  [3600, "1h"],
  [86_399, "23h"],
  [86_400, "1d"],
  [6 * 86_400, "6d"],
  [7 * 86_400, "13 Nov"],
  [400 * 86_400, "16 Oct 2025"],
])("an age of %i seconds reads %s", (seconds, text) => {
  expect(formatAge(ago(seconds), now)).toBe(text);
});

test.each([
  [-5, "Just now"],
  [59, "Just now"],
  [60, "1 min ago"],
  [3599, "59 min ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "Yesterday"],
  [2 * 86_400, "2 days ago"],
  [7 * 86_400, "13 Nov"],
])("%i seconds ago in words is %s", (seconds, text) => {
  expect(formatAgo(ago(seconds), now)).toBe(text);
});

test("days are named from the reader's point of view", () => {
  expect(formatDay(new Date(2026, 10, 20, 0, 1), now)).toBe("Today");
  expect(formatDay(new Date(2026, 10, 19, 23, 59), now)).toBe("Yesterday");
  expect(formatDay(new Date(2026, 10, 18), now)).toBe("Wednesday 18 November");
  expect(formatDay(new Date(2025, 10, 18), now)).toBe("Tuesday 18 November 2025");
});

test("dates and times", () => {
  const start = new Date(2026, 10, 20, 9, 30);
  expect(formatTime(start)).toBe("09:30");
  expect(formatDate(start, now)).toBe("20 Nov");
  expect(formatLongDate(start)).toBe("Friday, 20 November");
  expect(formatInstant(new Date(2026, 10, 20, 0, 5))).toBe("20 Nov 2026, 00:05");
});

test("separates days at midnight", () => {
  expect(isSameDay(new Date(2026, 10, 20, 0, 0), new Date(2026, 10, 20, 23, 59))).toBe(true);
  expect(isSameDay(new Date(2026, 10, 19, 23, 59), new Date(2026, 10, 20, 0, 0))).toBe(false);
});

test.each(["Pacific/Kiritimati", "Pacific/Auckland", "Europe/Berlin", "Etc/GMT+12"])(
  "a day that is due is the same day for people in %s",
  (timeZone) => {
    takePreferencesOf({ preferences: { timeZone } });
    try {
      expect(formatWallDate("2026-11-30", now)).toBe("30 Nov");
      expect(formatWallDate("2026-12-31", now)).toBe("31 Dec");
      expect(formatWallDate("2027-01-01", now)).toBe("1 Jan 2027");
    } finally {
      takePreferencesOf(null);
    }
  },
);
