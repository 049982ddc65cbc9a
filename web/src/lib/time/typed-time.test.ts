import { afterEach, expect, test } from "vitest";
import { takePreferencesOf } from "../preferences.ts";
import { readDay, readTime, stepTime } from "./typed-time.ts";

const today = "2026-11-26";

afterEach(() => takePreferencesOf(null));

test.each([
  ["2026-12-05", "2026-12-05"],
  ["5.12.", "2026-12-05"],
  ["5/12/27", "2027-12-05"],
  ["05 12 2026", "2026-12-05"],
  ["5 Dec", "2026-12-05"],
  ["december 5, 2028", "2028-12-05"],
  // A day long past is one of next year, a day just past is not.
  ["5 jan", "2027-01-05"],
  ["20 nov", "2026-11-20"],
  ["29 feb", undefined],
  ["29 feb 2028", "2028-02-29"],
  ["today", today],
  ["Tomorrow", "2026-11-27"],
  ["friday", "2026-11-27"],
  ["thu", "2026-12-03"],
  ["31.6.", undefined],
  ["5.12.20", "2020-12-05"],
  ["5.12.202", undefined],
  ["0020-12-05", undefined],
  ["12", undefined],
  ["next year", undefined],
  ["5 de", undefined],
  ["1 2 3 4", undefined],
  ["", undefined],
])("reads the day %s as %s", (text, day) => {
  expect(readDay(text, today)).toBe(day);
});

test("reads days in the order and with the names of the person's language", () => {
  takePreferencesOf({ preferences: { language: "en-US" } });
  expect(readDay("12/5", today)).toBe("2026-12-05");
  takePreferencesOf({ preferences: { language: "de-DE" } });
  expect(readDay("5. märz", today)).toBe("2027-03-05");
  expect(readDay("Freitag", today)).toBe("2026-11-27");
  expect(readDay("5 may", today)).toBe("2027-05-05");
});

test.each([
  ["9", "09:00"],
  ["930", "09:30"],
  ["0930", "09:30"],
  ["21.30", "21:30"],
  ["21,30", "21:30"],
  ["9h15", "09:15"],
  ["9:30 pm", "21:30"],
  ["9:30\u202fPM", "21:30"],
  ["12 a.m.", "00:00"],
  ["12p", "12:00"],
  ["24:00", undefined],
  ["13 pm", undefined],
  ["9:60", undefined],
  ["9:3", undefined],
  ["noon", undefined],
])("reads the time %s as %s", (text, time) => {
  expect(readTime(text)).toBe(time);
});

test("steps to whole quarters, and over midnight", () => {
  expect([stepTime("09:00", 15), stepTime("09:07", 15), stepTime("09:07", -15)]).toEqual([
    "09:15",
    "09:15",
    "09:00",
  ]);
  expect([stepTime("23:50", 15), stepTime("00:00", -15)]).toEqual(["00:00", "23:45"]);
});
