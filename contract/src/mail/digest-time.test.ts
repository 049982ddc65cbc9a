import { expect, test } from "vitest";
import { lastDigest, nextDigest } from "./digest-time.ts";

const daily = { digest: "daily", digestHour: 8, digestWeekday: 1 } as const;
const weekly = { ...daily, digest: "weekly", digestWeekday: 5 } as const;
const at = (text: string) => new Date(text);

test("a daily digest is due at its hour in the zone, whatever day it is elsewhere", () => {
  // 30 November, 08:30 in Auckland.
  expect(lastDigest(daily, "Pacific/Auckland", at("2026-11-29T19:30Z"))).toEqual({
    day: "2026-11-30",
    at: at("2026-11-29T19:00Z"),
  });
  expect(lastDigest(daily, "Pacific/Auckland", at("2026-11-29T18:59Z")).day).toBe("2026-11-29");
  expect(nextDigest(daily, "Asia/Kathmandu", at("2026-11-29T02:15Z"))).toEqual(at("2026-11-30T02:15Z"));
});

test("a weekly digest is due on its weekday only", () => {
  expect(lastDigest(weekly, "Europe/Berlin", at("2026-11-29T12:00Z"))).toEqual({
    day: "2026-11-27",
    at: at("2026-11-27T07:00Z"),
  });
  expect(lastDigest(weekly, "Europe/Berlin", at("2026-11-27T06:59Z")).day).toBe("2026-11-20");
  expect(nextDigest(weekly, "Europe/Berlin", at("2026-11-29T12:00Z"))).toEqual(at("2026-12-04T07:00Z"));
});

test.for([
  // The clock jumps from 02:00 to 03:00 on 29 March 2026, and from 03:00 back to 02:00 on 25 October.
  ["2026-03-28T23:00Z", ["2026-03-29T01:00Z", "2026-03-30T00:00Z", "2026-03-31T00:00Z"]],
  ["2026-10-24T23:00Z", ["2026-10-25T00:00Z", "2026-10-26T01:00Z", "2026-10-27T01:00Z"]],
] as const)("every day has one digest when clocks change after %s", ([from, expected]) => {
  const night = { ...daily, digestHour: 2 };
  const times: string[] = [];
  let now = at(from);
  for (const _ of expected) {
    now = nextDigest(night, "Europe/Berlin", now);
    times.push(now.toISOString().replace(":00.000", ""));
    expect(lastDigest(night, "Europe/Berlin", now).at).toEqual(now);
  }
  expect(times).toEqual(expected);
});
