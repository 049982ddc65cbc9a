import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { expect, test } from "vitest";
import { testEntry } from "../../../../test/notifications.ts";
import { testId } from "../../../../test/people.ts";
import type { InboxFilter } from "./filter.ts";
import { placeEntry } from "./place-entry.ts";

const entry = (index: number, second: number, change: Partial<NotificationEntry> = {}) =>
  testEntry(index, { at: new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString(), ...change });

const inbox: InboxFilter = { state: "inbox" };
const pagesOf = (...pages: NotificationEntry[][]) => ({
  pages: pages.map((items, at) => ({ items, nextCursor: at < pages.length - 1 ? "next" : null })),
  pageParams: pages.map(() => null),
});
const ids = (data: ReturnType<typeof placeEntry>) =>
  data?.pages.flatMap(({ items }) => items.map(({ id }) => Number(id.slice(-12))));

const held = pagesOf([entry(1, 50), entry(2, 40)], [entry(3, 30), entry(4, 20)]);

test("puts a new entry, and one that came back, in its place among those that are loaded", () => {
  expect(ids(placeEntry(held, inbox, testId(9), entry(9, 59)))).toEqual([9, 1, 2, 3, 4]);
  expect(ids(placeEntry(held, inbox, testId(9), entry(9, 35)))).toEqual([1, 2, 9, 3, 4]);
  expect(ids(placeEntry(held, inbox, testId(4), entry(4, 59)))).toEqual([4, 1, 2, 3]);
  expect(ids(placeEntry(held, inbox, testId(9), entry(9, 1)))).toEqual([1, 2, 3, 4, 9]);
});

test("ignores entries after the last loaded page", () => {
  const more = { ...held, pages: held.pages.map((page) => ({ ...page, nextCursor: "next" })) };
  expect(ids(placeEntry(more, inbox, testId(9), entry(9, 1)))).toEqual([1, 2, 3, 4]);
});

test("knows not the order of two of the same millisecond", () => {
  expect(placeEntry(held, inbox, testId(9), entry(9, 40))).toBeNull();
});

test.each<[string, InboxFilter, Partial<NotificationEntry>, boolean]>([
  ["read, in the inbox", inbox, { isRead: true }, true],
  ["read, among the unread", { state: "unread" }, { isRead: true }, false],
  ["done, in the inbox", inbox, { isDone: true }, false],
  ["done, among those", { state: "done" }, { isDone: true }, true],
  ["snoozed, in the inbox", inbox, { snoozedUntil: "2026-11-21T09:00:00.000Z" }, false],
  ["snoozed, among those", { state: "snoozed" }, { snoozedUntil: "2026-11-21T09:00:00.000Z" }, true],
  ["of another tab", { state: "inbox", tab: "replies" }, {}, false],
])("keeps what belongs there: %s", (_what, filter, change, isIn) => {
  const after = placeEntry(held, filter, testId(2), entry(2, 40, change));
  expect(ids(after)).toEqual(isIn ? [1, 2, 3, 4] : [1, 3, 4]);
});

test("removes a deleted entry, and returns the same list if it has none", () => {
  expect(ids(placeEntry(held, inbox, testId(2), null))).toEqual([1, 3, 4]);
  expect(placeEntry(held, inbox, testId(9), null)).toBe(held);
});
