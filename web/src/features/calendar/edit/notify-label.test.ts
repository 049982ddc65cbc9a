import { expect, test } from "vitest";
import { newFields } from "./event-form.ts";
import { notifiedOf, notifyLabel } from "./notify-label.ts";

const now = new Date("2027-03-10T12:00:00Z");
const at = (day: string, hour: number) => ({
  ...newFields({ from: { day, minute: hour * 60 }, to: { day, minute: (hour + 1) * 60 } }, false, ""),
  zone: "UTC",
});

test("announces notifications only for an event that is not over", () => {
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-10", 11), 2, now))).toBe("Create Event");
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-10", 12), 2, now))).toBe(
    "Create Event and tell 2 people",
  );
  expect(notifyLabel("Create Event", notifiedOf(at("2027-03-11", 9), 1, now))).toBe(
    "Create Event and tell 1 person",
  );
});

test("announces notifications for a series that began before", () => {
  expect(notifiedOf({ ...at("2027-03-01", 9), rule: "FREQ=DAILY" }, 3, now)).toBe(3);
});

test("announces notifications while the times are incomplete", () => {
  expect(notifiedOf({ ...at("2027-03-01", 9), endTime: "" }, 3, now)).toBe(3);
});
