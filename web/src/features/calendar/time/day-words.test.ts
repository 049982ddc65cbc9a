import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import { afterEach, expect, it } from "vitest";
import { takePreferencesOf } from "../../../lib/preferences.ts";
import { dayWords, hourWords, spanInWords, timeWords } from "./day-words.ts";

const choose = (preferences: object) =>
  takePreferencesOf({ preferences: { ...defaultPreferences, ...preferences } });
afterEach(() => takePreferencesOf(null));

it.each(["Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York"])(
  "formats wall-clock times unchanged in %s on days of clock changes",
  (timeZone) => {
    choose({ timeZone, language: "en-GB", hours: "24" });
    for (const day of ["2027-03-14", "2027-03-28", "2027-09-26", "2027-11-07"]) {
      const minutes = Array.from({ length: 24 }, (_, hour) => hour * 60 + 30);
      const two = (part: number) => String(part).padStart(2, "0");
      expect(minutes.map((minute) => timeWords({ day, minute }))).toEqual(
        minutes.map((minute) => `${two(Math.floor(minute / 60))}:30`),
      );
      expect(dayWords(day, "date").split(" ")[0]).toBe(String(Number(day.slice(8))));
    }
  },
);

it("uses the chosen format as soon as it is chosen", () => {
  const at = { day: "2026-11-20", minute: 13 * 60 };
  choose({ hours: "24", language: "en-GB" });
  expect([timeWords(at), hourWords(at)]).toEqual(["13:00", "13"]);
  choose({ hours: "12", language: "en-GB" });
  expect([timeWords(at), hourWords(at)]).toEqual(["1:00 pm", "1 pm"]);
  const night = { from: at, to: { day: "2026-11-21", minute: 60 } };
  expect(spanInWords(night)).toBe("Friday 20 November, 1:00 pm \u2013 Saturday 21 November, 1:00 am");
});
