import { expect, test } from "vitest";
import { nextTime } from "./next-time.ts";

const daily = (time: string) => ({
  kind: "schedule" as const,
  every: "day" as const,
  weekdays: [],
  day: 1,
  time,
  zone: "Europe/Berlin",
});
const from = (start: string, count: number, trigger: Parameters<typeof nextTime>[0]) => {
  const times: string[] = [];
  for (let at: Date | null = new Date(start); at && times.length < count; ) {
    at = nextTime(trigger, at);
    if (at) times.push(at.toISOString());
  }
  return times;
};

test("a day on which the clocks jump over the time has one run, behind the jump", () => {
  expect(from("2026-03-28T12:00:00Z", 2, daily("02:30"))).toEqual([
    "2026-03-29T01:30:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

test("a day on which the time comes twice has one run", () => {
  expect(from("2026-10-24T12:00:00Z", 2, daily("02:30"))).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("the 31st is the last day of a shorter month, and weekdays repeat", () => {
  const monthly = { ...daily("09:00"), every: "month" as const, day: 31, zone: "UTC" };
  expect(from("2026-01-31T10:00:00Z", 2, monthly)).toEqual([
    "2026-02-28T09:00:00.000Z",
    "2026-03-31T09:00:00.000Z",
  ]);
  const weekly = { ...daily("09:00"), every: "week" as const, weekdays: [1, 5], zone: "UTC" };
  expect(from("2026-11-30T10:00:00Z", 2, weekly)).toEqual([
    "2026-12-04T09:00:00.000Z",
    "2026-12-07T09:00:00.000Z",
  ]);
});
