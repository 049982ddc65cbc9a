import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import { belongs, type InboxFilter } from "./filter.ts";

/**
 * Pure: the loaded pages of a list after an entry has changed, or is gone (null). Entries lie newest first; what lies
 * behind the last page that was loaded comes with the next one.
 * @returns null where only the server knows the order, of two that were told in the same millisecond.
 */
export function placeEntry(
  data: CachedPages<NotificationEntry>,
  filter: InboxFilter,
  id: string,
  entry: NotificationEntry | null,
): CachedPages<NotificationEntry> | null {
  const isIn = data.pages.some(({ items }) => items.some((item) => item.id === id));
  const isWanted = entry !== null && belongs(entry, filter);
  if (!isIn && !isWanted) return data;
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
  if (!isWanted) return { ...data, pages };
  for (const page of pages) {
    const at = page.items.findIndex((item) => item.at <= entry.at);
    if (at < 0) continue;
    if (page.items[at]?.at === entry.at) return null;
    page.items.splice(at, 0, entry);
    return { ...data, pages };
  }
  const last = pages.at(-1);
  if (last && last.nextCursor === null) last.items.push(entry);
  return { ...data, pages };
}
