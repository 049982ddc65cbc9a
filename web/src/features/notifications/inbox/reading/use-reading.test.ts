import { expect, test } from "vitest";
import { testEntry } from "../../../../../test/notifications.ts";
import { type Reading, readingOf } from "./use-reading.ts";

const [one, two, three] = [testEntry(1), testEntry(2), testEntry(3)];
const shown = (reading: Reading | null) => reading?.entry.title;
const first = readingOf([one, two], null, "inbox");

test("shows the first entry, and keeps it when a new one arrives above it", () => {
  expect(shown(first)).toBe("Entry 1");
  expect(shown(readingOf([testEntry(9), one, two], first, "inbox"))).toBe("Entry 1");
});

test("shows the newest version of the entry", () => {
  const read = testEntry(1, { isRead: true });
  expect(readingOf([read, two], first, "inbox")?.entry).toBe(read);
});

test("selects the next entry after one is done, and the last at the end", () => {
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
