import { expect, test } from "vitest";
import { cronInWords, nextCronTime, readCron, readPattern } from "./cron.ts";

function timesOf(pattern: string, zone: string, start: string, count: number): string[] {
  const times = readCron(pattern);
  if (typeof times === "string") throw new Error(times);
  const found: string[] = [];
  for (let at: Date | null = new Date(start); at && found.length < count; ) {
    at = nextCronTime(times, zone, at);
    if (at) found.push(at.toISOString().slice(0, 16));
  }
  return found;
}
const words = (pattern: string) => {
  const times = readCron(pattern);
  return typeof times === "string" ? `refused: ${times}` : cronInWords(times);
};

test("a time that the clocks jump over is the moment behind the jump, once", () => {
  expect(timesOf("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
    "2026-03-29T01:30",
    "2026-03-30T00:30",
  ]);
  expect(timesOf("30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
    "2026-03-29T01:30",
    "2026-03-30T00:30",
  ]);
});

test("a time that comes twice counts once, and a pattern of every hour runs in both hours", () => {
  expect(timesOf("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 2)).toEqual([
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ]);
  expect(timesOf("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:45Z", 5)).toEqual([
    "2026-10-25T00:00",
    "2026-10-25T00:30",
    "2026-10-25T01:00",
    "2026-10-25T01:30",
    "2026-10-25T02:00",
  ]);
});

test("a day of the month or a day of the week is enough when both are limited", () => {
  expect(timesOf("0 9 13 * 5", "UTC", "2026-11-01T00:00Z", 3)).toEqual([
    "2026-11-06T09:00",
    "2026-11-13T09:00",
    "2026-11-20T09:00",
  ]);
  expect(timesOf("0 9 29 2 *", "UTC", "2096-03-01T00:00Z", 1)).toEqual(["2104-02-29T09:00"]);
});

test("refuses patterns that are not of five fields, run too often or have no day", () => {
  const refused = (pattern: string) => readPattern({ pattern, zone: "UTC" }).refusal;
  const texts = [
    ...["@daily", "0 9 * *", "0 0 9 * * *", "H 9 * * *", "0 9 L * *", "0 9 * * 1#2", ""].map(refused),
    ...["60 9 * * *", "0 9 31 2 *", "*/0 * * * *", "0 9 5-1 * *", "0 9 1,1 * *", "0 9 * FOO *"].map(refused),
    ...["* * * * *", "*/4 * * * *", "58,1 * * * *", "0,3 9 * * *"].map(refused),
  ];
  expect(texts.map((text) => text?.split(" ", 1)[0])).toEqual([
    ...Array.from({ length: 7 }, () => "Write"),
    ...Array.from({ length: 6 }, () => "A"),
    ...Array.from({ length: 4 }, () => "Leave"),
  ]);
});

test("writes patterns in words", () => {
  expect(words("0 9 * * 1-5")).toBe("At 09:00, on Monday to Friday");
  expect(words("30 8,17 1,15 * *")).toBe("At 08:30 and 17:30, on day 1 and 15 of the month");
  expect(words("*/15 * * * *")).toBe("Every 15 minutes, every day");
  expect(words("*/30 9-17 * 1,2 *")).toBe(
    "Every 30 minutes, in the hours 09:00 to 17:00, every day in January and February",
  );
  expect(words("5,35 * 13 * fri")).toBe(
    "At minute 5 and 35 of the hour, on day 13 of the month or on Friday",
  );
  expect(words("0 9 * * 7")).toBe("At 09:00, on Sunday");
});
