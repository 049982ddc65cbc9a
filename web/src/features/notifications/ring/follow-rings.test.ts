import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { followRings } from "./follow-rings.ts";
import { isLookedAt } from "./is-looked-at.ts";

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000Z`;
const anEntry = (id: string, second: number, given: Partial<NotificationEntry> = {}) =>
  ({ id, at: at(second), isRead: false, isDone: false, snoozedUntil: null, ...given }) as NotificationEntry;

let rung: string[][];
let inbox: NotificationEntry[];
let hear: Record<string, (payload: never) => void>;
let connect: () => void;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  rung = [];
  hear = {};
  inbox = [anEntry("old", 1)];
  const realtime = {
    on: (name: string, handler: (payload: never) => void) => {
      hear[name] = handler;
      return () => undefined;
    },
    subscribe: (listener: () => void) => {
      connect = listener;
      return () => undefined;
    },
    getState: () => "connected",
  } as unknown as RealtimeSocket;
  stop = followRings({
    realtime,
    fetchNewest: async () => inbox,
    ring: (entries) => void rung.push(entries.map(({ id }) => id)),
  });
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const changed = (entry: NotificationEntry) =>
  hear["notification.changed"]?.({ id: entry.id, entry } as never);
const settle = () => vi.advanceTimersByTimeAsync(1_000);

test("rings once for a new entry, again when it grows, and once for several at the same time", async () => {
  changed(anEntry("a", 2));
  changed(anEntry("a", 2, { title: "reworded" }));
  changed(anEntry("b", 3));
  await settle();
  changed(anEntry("a", 2));
  await settle();
  changed(anEntry("a", 4));
  await settle();
  expect(rung).toEqual([["a", "b"], ["a"]]);
});

test("does not ring for entries that are old, marked unread, snoozed or done", async () => {
  changed(anEntry("old", 1));
  changed(anEntry("c", 5, { isRead: true }));
  changed(anEntry("d", 5, { isDone: true }));
  changed(anEntry("e", 5, { snoozedUntil: at(59) }));
  await settle();
  expect(rung).toEqual([]);
});

test("does not ring for entries that are read in place or deleted within a moment", async () => {
  changed(anEntry("f", 6));
  changed(anEntry("g", 6));
  changed(anEntry("f", 6, { isRead: true }));
  hear["notification.changed"]?.({ id: "g", entry: null } as never);
  await settle();
  expect(rung).toEqual([]);
});

test("looks up entries that arrived in a batch or during a disconnect", async () => {
  inbox = [anEntry("h", 7), ...inbox];
  hear["notifications.changed"]?.({} as never);
  await settle();
  inbox = [anEntry("i", 8), ...inbox];
  connect();
  await settle();
  connect();
  await settle();
  expect(rung).toEqual([["h"], ["i"]]);
});

test.each([
  ["/chat/channel/1?message=2", "/chat/channel/1", true],
  ["/chat/channel/1?message=2", "/chat/channel/1?message=9", true],
  ["/chat/channel/1?message=2", "/chat/channel/3", false],
  ["/chat/channel/1?thread=2&message=3", "/chat/channel/1", false],
  ["/chat/channel/1?thread=2&message=3", "/chat/channel/1?thread=2", true],
  ["/tasks?task=1", "/tasks?task=1", true],
  ["/tasks?task=1", "/tasks", false],
])("of %s the page %s shows the thing: %s", (link, page, is) => expect(isLookedAt(link, page)).toBe(is));
