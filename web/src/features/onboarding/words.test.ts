import { afterEach, describe, expect, test } from "vitest";
import { takePreferencesOf } from "../../lib/preferences.ts";
import {
  currentStage,
  dayOnPath,
  doneInWords,
  dueInWords,
  itemTitle,
  planInWords,
  readingMinutes,
  spanInWords,
} from "./words.ts";

afterEach(() => takePreferencesOf(null));
const inZone = (timeZone: string) => takePreferencesOf({ preferences: { timeZone } });
/** Monday evening in London, and Tuesday morning in Auckland. */
const now = new Date("2026-11-23T20:00:00Z");

describe("a day on a path", () => {
  test("is counted by the viewer's calendar, from 1 on the first day and below it before", () => {
    inZone("Europe/London");
    expect(dayOnPath({ startOn: "2026-11-23" }, now)).toBe(1);
    expect(dayOnPath({ startOn: "2026-11-30" }, now)).toBe(-6);
    inZone("Pacific/Auckland");
    expect(dayOnPath({ startOn: "2026-11-23" }, now)).toBe(2);
  });

  test("is the same length on both sides of a change of clocks", () => {
    inZone("Europe/Berlin");
    expect(dayOnPath({ startOn: "2026-03-28" }, new Date("2026-03-29T22:30:00Z"))).toBe(3);
  });

  test("belongs to the last part that has started, or to the first", () => {
    inZone("Europe/London");
    const stages = ["2026-11-20", "2026-11-23", "2026-11-24"].map((startOn) => ({ startOn })) as never;
    expect(currentStage({ stages }, now)).toBe(1);
    expect(currentStage({ stages }, new Date("2026-11-01T12:00:00Z"))).toBe(0);
    expect(currentStage({ stages: [] }, now)).toBe(0);
  });
});

describe("an item in words", () => {
  test("is due today by the viewer's calendar, and overdue when the server says so", () => {
    inZone("Europe/London");
    expect(dueInWords({ dueOn: "2026-11-23", isOverdue: false }, now)).toBe("Due today");
    expect(dueInWords({ dueOn: "2026-11-24", isOverdue: false }, now)).toBe("Due Tue 24 Nov");
    expect(dueInWords({ dueOn: "2026-11-20", isOverdue: true }, now)).toBe("Overdue since Fri 20 Nov");
  });

  test("was done on the day that the viewer's calendar showed", () => {
    inZone("Europe/London");
    expect(doneInWords(now.toISOString())).toBe("Done Mon 23 Nov");
    inZone("Pacific/Auckland");
    expect(doneInWords(now.toISOString())).toBe("Done Tue 24 Nov");
  });

  test("has the name of a page or person, and says that there is none", () => {
    const person = { name: "Noor Haddad" } as never;
    const nobody = { title: "", person: null, meets: null };
    expect(itemTitle({ ...nobody, kind: "meet", person })).toBe("Noor Haddad");
    expect(itemTitle({ ...nobody, kind: "meet", meets: "buddy" })).toBe("Your buddy");
    expect(itemTitle({ ...nobody, kind: "meet", meets: "manager" })).toBe("Your manager");
    expect(itemTitle({ ...nobody, kind: "read" })).toBe("A page that you cannot read");
  });
});

test("a meeting that ends after midnight ends at a time of the clock", () => {
  expect(spanInWords("09:05", 30)).toBe("09:05 – 09:35");
  expect(spanInWords("23:50", 30)).toBe("23:50 – 00:20");
  expect(spanInWords("00:00", 480)).toBe("00:00 – 08:00");
});

test("progress is ahead of, on or behind the plan", () => {
  expect(planInWords({ done: 5, planned: 3 })).toBe("2 ahead of plan");
  expect(planInWords({ done: 3, planned: 3 })).toBe("on plan");
  expect(planInWords({ done: 0, planned: 3 })).toBe("3 behind plan");
});

test("reading takes a minute at least", () => {
  expect(readingMinutes(0)).toBe("1 min");
  expect(readingMinutes(2000)).toMatch(/^\d+ min$/);
});
