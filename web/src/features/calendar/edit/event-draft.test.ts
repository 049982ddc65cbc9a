import { expect, test } from "vitest";
import { hasMore, readDraft, writeDraft } from "./event-draft.ts";
import { type EventFields, newFields } from "./event-form.ts";

const at = (day: string, minute: number) => ({
  from: { day, minute },
  to: { day, minute: minute + 60 },
});
const first = newFields(at("2027-03-20", 600), false, "");
const personId = (index: number) => `0199f3a0-0000-7000-8000-${String(index).padStart(12, "0")}`;
const person = { id: personId(1), name: "Ines", email: "i@example.com", avatar: null, isFormer: false };
const typed: EventFields = {
  ...first,
  title: "Tide review",
  startTime: "11:15",
  endTime: "11:45",
  zone: "America/New_York",
  rule: "FREQ=DAILY",
  location: "Dock 4",
  link: "https://example.com",
  description: "Bring **boots**",
  kind: "focus",
  place: "department/1",
  isPrivate: true,
  isBusy: false,
  guestsSeeGuests: false,
  people: [person],
  departmentIds: ["2"],
  channelIds: ["3"],
  reminders: [{ method: "push", minutesBefore: 30 }],
};

test("every field of an event is restored from its draft", () => {
  const text = writeDraft(typed, first);
  expect(readDraft(text, newFields(at("2027-04-01", 540), false, ""), false)).toEqual(typed);
  expect(hasMore(typed, first)).toBe(true);
  // Pressed on another hour, that is when it is.
  expect(readDraft(text, newFields(at("2027-04-01", 540), false, ""), true)).toEqual({
    ...typed,
    startDay: "2027-04-01",
    startTime: "09:00",
    endDay: "2027-04-01",
    endTime: "10:00",
    zone: first.zone,
  });
});

test("restores no draft from a time alone, or from an unreadable one", () => {
  expect(writeDraft({ ...first, startTime: "11:15" }, first)).toBe("");
  expect(hasMore({ ...first, title: "Tide review" }, first)).toBe(false);
  for (const text of ["", "{", "3", '{"people":[{"id":4}]}'])
    expect(readDraft(text, first, false)).toEqual(first);
  // As drafts were written before.
  const old = '{"title":"Tide review","description":"","location":"Dock 4"}';
  expect(readDraft(old, first, false)).toEqual({ ...first, title: "Tide review", location: "Dock 4" });
  const many = Array.from({ length: 400 }, (_, index) => ({ ...person, id: personId(index) }));
  const text = writeDraft({ ...typed, people: many }, first);
  expect(readDraft(text, first, false)).toEqual({ ...typed, people: [] });
});
