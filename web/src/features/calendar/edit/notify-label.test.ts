import { expect, test } from "vitest";
import { newFields } from "./event-form.ts";
import { isOver, isOverInSeries, notifiedOf, notifiedOfChange, notifyLabel } from "./notify-label.ts";

const now = new Date("2027-03-10T12:00:00Z");
const at = (day: string, hour: number) => ({
  ...newFields({ from: { day, minute: hour * 60 }, to: { day, minute: (hour + 1) * 60 } }, false, ""),
  zone: "UTC",
});

test("announces notifications only for an event that is not over", () => {
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-10", 11), 2, now))).toBe("Create Event");
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-10", 12), 2, now))).toBe(
    "Create Event and notify 2 people",
  );
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-11", 9), 1, now))).toBe(
    "Create Event and notify 1 person",
  );
});

test("announces notifications for a series that began before", () => {
  expect(notifiedOf({ ...at("2027-03-01", 9), rule: "FREQ=DAILY" }, 3, now)).toBe(3);
});

test("announces notifications while the times are incomplete", () => {
  expect(notifiedOf({ ...at("2027-03-01", 9), endTime: "" }, 3, now)).toBe(3);
});

/** An occurrence that ended an hour ago, of a series that goes on until a day, or of no series. */
const past = (lastEndsAt: string | null, isSeries = true) => ({
  isSeries,
  lastEndsAt,
  occurrence: { endsAt: "2027-03-10T11:00:00Z" },
});

test("notifies nobody of changes to a past event", () => {
  const once = past("2027-03-10T11:00:00Z", false);
  expect(isOver(once, "this", now)).toBe(true);
  const fields = at("2027-03-10", 10);
  const change = { scope: "this" as const, before: fields, fields };
  expect(notifiedOfChange(once, change, 4, now)).toBe(0);
  expect(notifiedOfChange(once, { ...change, fields: at("2027-03-11", 10) }, 4, now)).toBe(4);
});

test("notifies people of a past occurrence only if later ones change", () => {
  const fields = { ...at("2027-03-10", 10), rule: "FREQ=DAILY" };
  const told = (scope: "this" | "following" | "all", lastEndsAt: string | null) =>
    notifiedOfChange(past(lastEndsAt), { scope, before: fields, fields }, 4, now);
  expect(told("this", null)).toBe(0);
  expect(told("following", null)).toBe(4);
  expect(told("all", "2027-03-12T11:00:00Z")).toBe(4);
  expect(told("all", "2027-03-10T11:00:00Z")).toBe(0);
  expect(isOver(past("2027-03-12T11:00:00Z"), "following", now)).toBe(false);
});

test("counts an occurrence as over by its series' own time, in the zone of the event", () => {
  const series = {
    start: "2027-03-01T09:00",
    end: "2027-03-01T10:00",
    allDay: false,
    zone: "America/New_York",
  };
  expect(isOverInSeries(series, "2027-03-09T09:00", now)).toBe(true);
  expect(isOverInSeries(series, "2027-03-10T09:00", now)).toBe(false);
});
