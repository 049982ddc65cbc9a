import type { NotificationCounts, NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { fetchPage, placeInTime } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import { presentEntries } from "./present.ts";
import { countEntries, type EntryState, findEntries, listEntries, type Reading } from "./queries.ts";

type Sources = Pick<SliceContext, "db" | "people" | "notificationKinds">;
type Viewer = PermissionHolder & { id: string };

export interface InboxPage {
  items: NotificationEntry[];
  nextCursor: string | null;
  counts: NotificationCounts;
}

/** A page of a person's entries in words, and how many are unread. */
export async function readInbox(
  sources: Sources,
  viewer: Viewer,
  query: { tab?: string | undefined; state: EntryState; cursor?: string | undefined; limit: number },
): Promise<InboxPage> {
  const reading = readingOf(sources, viewer);
  const { tab, state } = query;
  const [{ rows, nextCursor }, counts] = await Promise.all([
    fetchPage(
      query,
      placeInTime,
      (after, count) => listEntries(reading, viewer.id, { tab, state, after, count }),
      (row) => [row.exact_at, row.id],
    ),
    countInbox(sources, viewer),
  ]);
  return { items: await presentEntries(sources, rows), nextCursor, counts };
}

/** The one number of the bell, the list and the title, and its parts. */
export async function countInbox(sources: Sources, viewer: Viewer): Promise<NotificationCounts> {
  const counts = await countEntries(readingOf(sources, viewer), [viewer.id]);
  return counts.get(viewer.id) ?? { unread: 0, tabs: {} };
}

/** Some of a person's entries in words, by their ids. */
export async function readEntries(
  sources: Sources,
  viewer: Viewer,
  ids: readonly string[],
): Promise<NotificationEntry[]> {
  return presentEntries(sources, await findEntries(readingOf(sources, viewer), [viewer.id], ids));
}

/** Returns the part of the inbox that a viewer may read at all. */
export function readingOf({ db, notificationKinds }: Sources, viewer: PermissionHolder): Reading {
  return { db, notificationKinds, open: notificationKinds.openTo(viewer) };
}
