import { beforeAll, expect, test } from "vitest";
import { takePreferencesOf } from "../../../lib/preferences.ts";
import { conflictWords, suitWords, thereWords } from "./free-words.ts";
import { type FreePerson, judge, partsOfDay } from "./judge-span.ts";

beforeAll(() => takePreferencesOf({ preferences: { timeZone: "Europe/Lisbon" } }));

const weekday = { from: 9 * 60, until: 17 * 60 };
const workingHours = [weekday, weekday, weekday, weekday, weekday, null, null];
const busy = (startsAt: string, endsAt: string, as: "busy" | "tentative" | "out" = "busy") => ({
  startsAt: `2027-03-${startsAt}:00.000Z`,
  endsAt: `2027-03-${endsAt}:00.000Z`,
  as,
});
function person(name: string, zone: string, ...taken: FreePerson["busy"]): FreePerson {
  return {
    person: { id: name, name, email: "", avatar: null, isFormer: false } as FreePerson["person"],
    zone,
    workingHours,
    busy: taken,
  };
}
const stretch = (from: string, until: string) => ({
  from: new Date(`2027-03-${from}:00Z`),
  until: new Date(`2027-03-${until}:00Z`),
});

test("a time suits people who are free in their working hours, to the minute and across clock changes", () => {
  const mari = person("Mari", "Europe/Lisbon", busy("10T11:30", "10T12:00"));
  const suits = (of: FreePerson, from: string, until: string) => suitWords(judge(of, stretch(from, until)));
  expect(suits(mari, "10T09:00", "10T11:30")).toBe("Free");
  expect(suits(mari, "10T10:00", "10T11:45")).toBe("Busy 11:30");
  expect(suits(mari, "10T11:45", "10T13:00")).toBe("Busy 11:45");
  expect(suits(mari, "10T16:30", "10T17:15")).toBe("Off hours");
  expect(suits(mari, "13T10:00", "13T11:00")).toBe("Off hours");
  // In New York clocks go forward on the 14th: what is 8:30 there on Friday is 9:30 on Monday.
  const ines = person("Ines", "America/New_York");
  expect(suits(ines, "12T13:30", "12T14:00")).toBe("Off hours");
  expect(suits(ines, "15T13:30", "15T14:00")).toBe("Free");
  const late = judge(ines, stretch("11T02:00", "11T02:30"));
  expect(thereWords(late, ines.zone, "2027-03-11")).toBe("Wed 21:00 in New York");
  expect(thereWords(judge(mari, stretch("11T02:00", "11T02:30")), mari.zone, "2027-03-11")).toBe("");
  const away = judge(person("Kofi", "Europe/Lisbon", busy("10T00:00", "11T00:00", "out")), {
    ...stretch("10T00:00", "11T00:00"),
    isAllDay: true,
  });
  expect(suitWords(away)).toBe("Away");
});

test("sentences name the people who cannot attend, the viewer as you, and only a few", () => {
  const at = stretch("10T10:00", "10T11:00");
  const everybody = [
    person("Mari Vega", "Europe/Lisbon", busy("10T10:30", "10T12:00")),
    person("Kofi Mensah", "Europe/Lisbon", busy("10T10:00", "10T12:00", "tentative")),
    person("Ines Caballero", "America/New_York"),
    person("Ruth Adeyemi", "Europe/Lisbon"),
  ];
  const said = (all: readonly FreePerson[]) =>
    conflictWords(
      all.map((of) => ({ of, judged: judge(of, at) })),
      "Mari Vega",
      "2027-03-10",
    );
  expect(said(everybody)).toEqual([
    "You are busy at 10:30.",
    "Kofi may be busy.",
    "For Ines it is outside of their working hours (05:00 in New York).",
  ]);
  expect(said([...everybody, person("Bea Santoro", "Asia/Tokyo")])).toEqual([
    "You are busy at 10:30.",
    "Kofi may be busy.",
    "2 more have no time or do not work then.",
  ]);
  expect(said(everybody.slice(3))).toEqual([]);
});

test("shows colleagues' working hours of a day in the viewer's time zone", () => {
  const ines = person("Ines", "America/New_York", busy("10T15:00", "10T16:00"));
  expect(partsOfDay(ines, "2027-03-10")).toEqual([
    { from: 14 * 60, to: 22 * 60, as: "working" },
    { from: 15 * 60, to: 16 * 60, as: "busy" },
  ]);
  // Tokyo's Thursday begins at midnight of Lisbon, and Wednesday ends at eight.
  const parts = partsOfDay(person("Bea", "Asia/Tokyo"), "2027-03-10");
  expect(parts).toEqual([{ from: 0, to: 8 * 60, as: "working" }]);
});
