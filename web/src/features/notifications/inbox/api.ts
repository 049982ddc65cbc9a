import { maxChangedNotifications } from "@atoll/contract/notifications/limits";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type {
  EntryChange,
  NotificationCounts,
  NotificationEntry,
} from "@atoll/contract/notifications/schemas";
import type { QueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { type CachedPages, usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { call } from "../../../lib/server/api-client.ts";
import { allFilters, type InboxFilter } from "./filter.ts";
import { placeEntry } from "./place-entry.ts";

const countsKey = ["notifications", "counts"] as const;
const listsKey = ["notifications", "list"] as const;
export const entriesKey = (filter: InboxFilter) => [...listsKey, filter];

/** How much is unread, in all and by tab: the one number of the bell, the inbox, the title and the icon. */
export function useCounts(): NotificationCounts | undefined {
  return useLiveQuery<NotificationCounts>({
    queryKey: countsKey,
    queryFn: async ({ signal }) => (await call(notificationRoutes.countNotifications, {}, { signal })).counts,
    on: {
      "notification.changed": (_, { counts }) => counts,
      "notifications.changed": (_, { counts }) => counts,
    },
  }).data;
}

/** One view of the inbox, newest first, kept equal to the server's. */
export function useEntries(filter: InboxFilter) {
  return usePages<NotificationEntry>({
    queryKey: entriesKey(filter),
    fetchPage: (cursor, { signal }) =>
      call(
        notificationRoutes.listNotifications,
        { query: { state: filter.state, ...(filter.tab && { tab: filter.tab }), ...(cursor && { cursor }) } },
        { signal },
      ),
    keyOf: ({ id }) => id,
    on: {
      "notification.changed": (data, { id, entry }) => placeEntry(data, filter, id, entry) ?? refetch(),
      "notifications.changed": refetch,
    },
  });
}

/** The parts of the inbox that open offline: the count, and the first page of the viewed lists. */
export const seenInInbox = (queryClient: QueryClient): SeenKind[] => [
  { name: "inbox/counts", queryKey: countsKey, newest: 1 },
  {
    name: "inbox/list",
    queryKey: listsKey,
    newest: 6,
    pick(queryKey) {
      const data = queryClient.getQueryData<CachedPages<NotificationEntry>>(queryKey);
      return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
    },
  },
];

/**
 * Changes entries, and shows it in every list at once.
 * @returns the entries as they were before, as far as they were found: sent as changes, it puts everything back.
 * @throws {ApiError} `snooze_out_of_range`, or what came in between; what was changed until then stays.
 */
export async function changeEntries(
  queryClient: QueryClient,
  changes: readonly EntryChange[],
): Promise<EntryChange[]> {
  const before: EntryChange[] = [];
  for (let at = 0; at < changes.length; at += maxChangedNotifications) {
    const body = { changes: changes.slice(at, at + maxChangedNotifications) };
    const answer = await call(notificationRoutes.changeNotifications, { body });
    before.push(...answer.before);
    queryClient.setQueryData(countsKey, answer.counts);
    for (const entry of answer.entries) showChanged(queryClient, entry);
  }
  return before;
}

function showChanged(queryClient: QueryClient, entry: NotificationEntry): void {
  for (const filter of allFilters) {
    const queryKey = entriesKey(filter);
    const data = queryClient.getQueryData<CachedPages<NotificationEntry>>(queryKey);
    if (!data) continue;
    const next = placeEntry(data, filter, entry.id, entry);
    if (next) queryClient.setQueryData(queryKey, next);
    else void queryClient.invalidateQueries({ queryKey, exact: true });
  }
}
