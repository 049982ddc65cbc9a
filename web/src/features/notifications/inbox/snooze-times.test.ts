import { afterEach, expect, test, vi } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

afterEach(() => vi.unstubAllEnvs());

function timesAt(timeZone: string, now: string): Record<string, string> {
  vi.stubEnv("TZ", timeZone);
  return Object.fromEntries(
    snoozeTimes(new Date(now)).map(({ label, until }) => [label, until.toISOString()]),
  );
}

test.each([
  [
    "a Friday morning",
    "Europe/Berlin",
    "2026-11-20T09:24:00Z",
    {
      "Later today": "2026-11-20T12:30:00.000Z",
      Tomorrow: "2026-11-21T08:00:00.000Z",
      "Next week": "2026-11-23T08:00:00.000Z",
    },
  ],
  [
    "late in the evening there is no later today",
    "America/New_York",
    "2026-11-21T02:30:00Z",
    { Tomorrow: "2026-11-21T14:00:00.000Z", "Next week": "2026-11-23T14:00:00.000Z" },
  ],
  [
    "on a Sunday tomorrow is the next week",
    "UTC",
    "2026-11-22T10:00:00Z",
    { "Later today": "2026-11-22T13:00:00.000Z", Tomorrow: "2026-11-23T09:00:00.000Z" },
  ],
  [
    "over the night in which clocks go forward",
    "Europe/Berlin",
    "2026-03-28T08:00:00Z",
    {
      "Later today": "2026-03-28T11:00:00.000Z",
      Tomorrow: "2026-03-29T07:00:00.000Z",
      "Next week": "2026-03-30T07:00:00.000Z",
    },
  ],
])("%s", (_what, timeZone, now, times) => expect(timesAt(timeZone, now)).toEqual(times));
