import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { testId } from "./people.ts";

/** An unread entry of the inbox: a mention in a chat. */
export function testEntry(index: number, change: Partial<NotificationEntry> = {}): NotificationEntry {
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
