import type { NotificationTab } from "@atoll/contract/notification-kind";
import { usedNotificationTabs } from "@atoll/contract/notification-kinds";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";

/** The views of the inbox, in their order. */
export const inboxViews = { inbox: "Inbox", unread: "Unread", snoozed: "Snoozed", done: "Done" } as const;
export type InboxView = keyof typeof inboxViews;

/** Which entries a list shows; without a tab, those of all. */
export interface InboxFilter {
  tab?: NotificationTab | undefined;
  state: InboxView;
}

export const allFilters: readonly InboxFilter[] = (["inbox", "unread", "snoozed", "done"] as const).flatMap(
  (state) => [{ state }, ...usedNotificationTabs.map((tab) => ({ tab, state }))],
);

export function isInboxView(name: unknown): name is InboxView {
  return typeof name === "string" && Object.hasOwn(inboxViews, name);
}

export function isTab(name: unknown): name is NotificationTab {
  return usedNotificationTabs.some((tab) => tab === name);
}

/** Pure: whether an entry, as it is now, lies in a list. */
export function belongs(entry: NotificationEntry, { tab, state }: InboxFilter): boolean {
  if (tab !== undefined && entry.tab !== tab) return false;
  if (state === "done") return entry.isDone;
  const isSnoozed = entry.snoozedUntil !== null;
  if (state === "snoozed") return !entry.isDone && isSnoozed;
  return !entry.isDone && !isSnoozed && (state === "inbox" || !entry.isRead);
}
