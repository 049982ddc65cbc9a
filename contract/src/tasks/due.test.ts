import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, clockIn, dayIn, daysFrom, instantIn, weekdayOf } from "../zones.ts";
import { dueOnDay, isOverdue, overdueFrom } from "./due.ts";

const zones = [
  "UTC",
  "Europe/Lisbon",
  "America/Los_Angeles",
  "Pacific/Kiritimati",
  "Asia/Kathmandu",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "Australia/Lord_Howe",
];
const anyDay = fc
  .date({ min: new Date("1999-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyZone = fc.constantFrom(...zones);

describe("a task that is due on a day", () => {
  it.each([
    ["Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    ["Europe/Lisbon", "2026-11-21T00:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-21T08:00:00.000Z"],
  ])("is overdue in %s from %s on", (zone, from) => {
    const due = { date: "2026-11-20", clock: null };
    expect(overdueFrom(due, zone).toISOString()).toBe(from);
    expect(isOverdue(due, zone, new Date(Date.parse(from) - 1))).toBe(false);
    expect(isOverdue(due, zone, new Date(from))).toBe(true);
  });

  it("is overdue from the start of the next day, also when clocks change that night", () => {
    fc.assert(
      fc.property(anyDay, anyZone, (date, zone) => {
        const from = overdueFrom({ date, clock: null }, zone);
        expect(dayIn(zone, from)).toBe(addDays(date, 1));
        expect(dayIn(zone, new Date(from.getTime() - 1))).toBe(date);
      }),
    );
  });
});

it("a due time keeps its wall-clock time in every time zone", () => {
  const due = { date: "2026-11-20", clock: { time: "17:30", zone: "America/Los_Angeles" } };
  for (const zone of zones) expect(overdueFrom(due, zone).toISOString()).toBe("2026-11-21T01:30:00.000Z");
});

describe("clocks", () => {
  it("show the requested time, or one shifted by a skipped hour", () => {
    const anyTime = fc.integer({ min: 0, max: 24 * 60 - 1 });
    fc.assert(
      fc.property(anyDay, anyTime, anyZone, (date, minute, zone) => {
        const two = (part: number) => String(part).padStart(2, "0");
        const at = instantIn(zone, date, `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
        expect(dayIn(zone, at)).toBe(date);
        const jumped = clockIn(zone, at).minute - minute;
        expect([0, 30, 60]).toContain(jumped);
      }),
    );
  });

  it("use the first occurrence of a repeated hour", () => {
    expect(instantIn("Europe/Lisbon", "2026-10-25", "01:30").toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(instantIn("Europe/Lisbon", "2026-03-29", "01:30").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });
});

it("days are counted as on a calendar", () => {
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(daysFrom("2026-03-28", "2026-03-30")).toBe(2);
  expect([weekdayOf("2026-11-22"), weekdayOf("2026-11-23")]).toEqual([7, 1]);
});

it("keeps its time of day on another day, which is the one that the viewer chose", () => {
  fc.assert(
    fc.property(anyDay, anyDay, anyZone, anyZone, (from, date, own, viewer) => {
      const clock = { time: "12:30", zone: own };
      const moved = dueOnDay({ date: from, clock }, { date, zone: viewer });
      expect(moved.clock).toEqual(clock);
      // An hour of summer time may push a time near midnight over it.
      expect(Math.abs(daysFrom(date, dayIn(viewer, overdueFrom(moved, viewer))))).toBeLessThan(2);
      if (own === viewer) expect(moved.date).toBe(date);
      expect(dueOnDay({ date: from, clock: null }, { date, zone: viewer })).toEqual({ date, clock: null });
    }),
    { numRuns: 30 },
  );
  // Half past eleven in Los Angeles is already the next morning in Lisbon.
  const late = { date: "2026-11-20", clock: { time: "23:30", zone: "America/Los_Angeles" } };
  const inLisbon = { date: "2026-11-27", zone: "Europe/Lisbon" };
  expect(dueOnDay(late, inLisbon)).toEqual({ ...late, date: "2026-11-26" });
  const edge = { date: "2199-12-31", zone: "Europe/Lisbon" };
  const early = { date: "2026-11-20", clock: { time: "00:30", zone: "Pacific/Kiritimati" } };
  expect(dueOnDay(early, edge).date).toBe("2199-12-31");
});
