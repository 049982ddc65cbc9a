import { expect, test } from "vitest";
import { formatTimeLeft, timeLeft } from "./use-server-now.ts";

const endsAt = "2026-03-04T10:05:00.000Z";

test("counts down by the server's clock, also where this machine's is five minutes off", () => {
  const serverNow = Date.parse("2026-03-04T10:02:46.000Z");
  const localNow = serverNow - 300_000;
  const clockOffsetMs = serverNow - localNow;
  expect(timeLeft({ endsAt, leftMs: null }, localNow + clockOffsetMs)).toBe(134_000);
});

test("stops at zero once the time is up", () => {
  expect(timeLeft({ endsAt, leftMs: null }, Date.parse(endsAt) + 61_000)).toBe(0);
});

test("a paused timer keeps the remaining time", () => {
  expect(timeLeft({ endsAt: null, leftMs: 42_000 }, 0)).toBe(42_000);
});

test.each([
  [134_000, "2:14"],
  [60_000, "1:00"],
  [59_001, "1:00"],
  [0, "0:00"],
  [-5_400, "0:00"],
])("shows %i ms as %s", (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text);
});
