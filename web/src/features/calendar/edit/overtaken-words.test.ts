import type { NewEvent } from "@atoll/contract/calendar/schemas";
import { expect, test } from "vitest";
import { newOpenEvent } from "../changes/new-event.ts";
import { fieldsOf } from "./event-form.ts";
import { overtakenWords } from "./overtaken-words.ts";

const personId = (index: number) => `0199f3a0-0000-7000-8000-${String(index).padStart(12, "0")}`;
const person = (index: number, name: string) => ({
  id: personId(index),
  name,
  email: "i@example.com",
  avatar: null,
  isFormer: false,
});
const [viewer, ines] = [person(1, "Mari"), person(2, "Ines Roth")];
const planned: Omit<NewEvent, "id"> = {
  title: "Tide review",
  start: "2027-03-20T10:00",
  end: "2027-03-20T11:00",
  zone: "Europe/Lisbon",
};
const open = (change: Partial<typeof planned>, changedBy: typeof ines | null) => ({
  ...newOpenEvent(personId(9), { ...planned, ...change }, { viewer, createdAt: "2027-01-01T00:00:00.000Z" }),
  changedBy,
});
const before = fieldsOf(open({}, null));
const words = (change: Partial<typeof planned>, by: typeof ines | null) =>
  overtakenWords(before, open(change, by), viewer.id);
const kept = "What you typed is still here.";

test("names the person and the parts that are different", () => {
  expect(words({ title: "Tides", end: "2027-03-20T12:00" }, ines)).toBe(
    `Ines Roth has changed the title and the time. ${kept}`,
  );
  expect(words({ showsAs: "free", visibility: "private" }, ines)).toBe(
    `Ines Roth has changed its settings. ${kept}`,
  );
});

test("says that it was the viewer, and does not guess who it was", () => {
  expect(words({ location: "Dock 4" }, viewer)).toBe(`On another page you have changed the place. ${kept}`);
  expect(words({}, null)).toBe(`Someone else has changed this event. ${kept}`);
});
