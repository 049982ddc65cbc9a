import { expect, test } from "vitest";
import { readDuration, writeDuration } from "./duration.ts";

test("reads a duration as people write it, and writes it as they read it", () => {
  for (const text of [
    "1h 30m",
    "1h30m",
    "1:30",
    "90m",
    "90",
    "1.5h",
    "1,5 h",
    "1 hour 30 minutes",
    " 01:30 ",
  ])
    expect(readDuration(text), text).toBe(90);
  expect(readDuration("2h")).toBe(120);
  for (const text of ["", "0", "0h", "h", "m", "1:75", "-5", "1h 30", "soon", "2000h", "1:3", "1d"])
    expect(readDuration(text), text).toBeUndefined();
  expect([45, 60, 90, 1501].map(writeDuration)).toEqual(["45m", "1h", "1h 30m", "25h 1m"]);
  for (const minutes of [1, 59, 61, 600, 59_999]) expect(readDuration(writeDuration(minutes))).toBe(minutes);
});
