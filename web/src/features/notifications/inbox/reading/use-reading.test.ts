import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { expect, test } from "vitest";
import { testId } from "../../../../../test/people.ts";
import { type Reading, readingOf } from "./use-reading.ts";

function entry(index: number, change: Partial<NotificationEntry> = {}): NotificationEntry {
  return {
    id: testId(index),
    kind: "chat.mention",
    tab: "mentions",
    icon: "at-sign",
    isUrgent: false,
    reason: "named",
    title: `Entry ${index}`,
    excerpt: "",
    link: "/chat",
    actors: [],
    count: 1,
    at: "2026-11-20T10:00:00.000Z",
    isOwed: false,
    isRead: false,
    isDone: false,
    snoozedUntil: null,
    ...change,
  };
}

const [one, two, three] = [entry(1), entry(2), entry(3)];
const shown = (reading: Reading | null) => reading?.entry.title;
const first = readingOf([one, two], null, "inbox");

test("shows the first entry, and keeps it when a new one arrives above it", () => {
  expect(shown(first)).toBe("Entry 1");
  expect(shown(readingOf([entry(9), one, two], first, "inbox"))).toBe("Entry 1");
});

test("shows the newest version of the entry", () => {
  const read = entry(1, { isRead: true });
  expect(readingOf([read, two], first, "inbox")?.entry).toBe(read);
});

test("goes on to the entry that takes the place of one that is done, and to the last at the end", () => {
  const second: Reading = { entry: two, at: 1, isChosen: true };
  expect(shown(readingOf([one, three], second, "inbox"))).toBe("Entry 3");
  expect(shown(readingOf([one], second, "inbox"))).toBe("Entry 1");
  expect(readingOf([], second, "inbox")).toBeNull();
});

test("keeps a chosen entry among the unread after it was read", () => {
  const chosen: Reading = { entry: one, at: 0, isChosen: true };
  expect(shown(readingOf([two], chosen, "unread"))).toBe("Entry 1");
  expect(shown(readingOf([two], { ...chosen, isChosen: false }, "unread"))).toBe("Entry 2");
});
