import { defineListSearch, oneOf, optionOf, type SearchValues } from "@atoll/contract/list-search";
import type { NotificationTab } from "@atoll/contract/notification-kind";
import { usedNotificationTabs } from "@atoll/contract/notification-kinds";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";

/** The address of the inbox. */
export const inboxSearch = defineListSearch({
  tab: optionOf(usedNotificationTabs),
  view: oneOf(["inbox", "unread", "snoozed", "done"]),
});

export type InboxView = SearchValues<typeof inboxSearch>["view"];

/** The views of the inbox, in their order. */
export const inboxViews: readonly { value: InboxView; label: string }[] = [
  { value: "inbox", label: "Inbox" },
  { value: "unread", label: "Unread" },
  { value: "snoozed", label: "Snoozed" },
  { value: "done", label: "Done" },
];

/** Which entries a list shows; without a tab, those of all. */
export interface InboxFilter {
  tab?: NotificationTab | undefined;
  state: InboxView;
}

export const allFilters: readonly InboxFilter[] = inboxViews.flatMap(({ value: state }) => [
  { state },
  ...usedNotificationTabs.map((tab) => ({ tab, state })),
]);

/** Pure: whether an entry, as it is now, lies in a list. */
export function belongs(entry: NotificationEntry, { tab, state }: InboxFilter): boolean {
  if (tab !== undefined && entry.tab !== tab) return false;
  if (state === "done") return entry.isDone;
  const isSnoozed = entry.snoozedUntil !== null;
  if (state === "snoozed") return !entry.isDone && isSnoozed;
  return !entry.isDone && !isSnoozed && (state === "inbox" || !entry.isRead);
}
