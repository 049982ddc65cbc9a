import { maxCountedAnnouncements } from "@atoll/contract/announcements/limits";
import {
  type AnnouncementViewer,
  announcementState,
  isAddressed,
  isToConfirm,
} from "@atoll/contract/announcements/policy";
import type {
  Announcement,
  AnnouncementCounts,
  ListedAnnouncement,
  OpenAnnouncement,
} from "@atoll/contract/announcements/schemas";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import type { ListQuery } from "./shown.ts";

/** Whether it is out, and for this person. */
function isForViewer(viewer: AnnouncementViewer, announcement: Announcement): boolean {
  const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);
  const audience = { departmentIds: idsOf(announcement.departments), roleIds: idsOf(announcement.roles) };
  return announcementState(announcement, Date.now()) === "PUBLISHED" && isAddressed(viewer, audience);
}

/** Applies events to a list. An event contains everything but the viewer's own reading state, which is kept. */
export function listEvents(
  viewer: AnnouncementViewer,
  query: ListQuery,
): LiveHandlers<CachedPages<ListedAnnouncement>> {
  const isWanted = (one: ListedAnnouncement) =>
    isForViewer(viewer, one) &&
    (query.priority === undefined || one.priority === query.priority) &&
    (query.unread === "all" || !one.isRead) &&
    (query.toConfirm === "all" || isToConfirm(viewer.id, one));
  return {
    "announcement.changed"(cached, { announcement, isNew }) {
      // Managers view few announcements, and every change to them.
      if (query.scope === "managed") return refetch();
      const there = itemsOf(cached).find(({ id }) => id === announcement.id);
      if (there) {
        const next = withReading(announcement, there.readStatus);
        if (next.version <= there.version) return cached;
        return next.publishedAt === there.publishedAt
          ? changeItems(cached, (items) => items.map((one) => (one === there ? next : one)).filter(isWanted))
          : refetch();
      }
      const fresh = withReading(announcement, null);
      if (!isForViewer(viewer, announcement)) return cached;
      return isNew ? (isWanted(fresh) ? addFirst(cached, fresh) : cached) : refetchSpread();
    },
    "announcement.gone": (cached, { announcementId }) =>
      query.scope === "managed"
        ? refetch()
        : changeItems(cached, (items) => items.filter(({ id }) => id !== announcementId)),
    "announcement.read": (cached, { announcementId, readStatus }) =>
      changeItems(cached, (items) =>
        items
          .map((one) => (one.id === announcementId ? withReading(one, readStatus) : one))
          .filter((one) => query.scope === "managed" || one.id !== announcementId || isWanted(one)),
      ),
    // A person who joins or leaves a department has another list.
    "viewer.changed": refetch,
  };
}

/** Applies events to the counts: a new announcement is unread. For other events the counts are fetched. */
export function countEvents(viewer: AnnouncementViewer): LiveHandlers<AnnouncementCounts> {
  return {
    "announcement.changed"(counts, { announcement, isNew }) {
      if (!isNew) return refetchSpread();
      if (!isForViewer(viewer, announcement)) return counts;
      const add = (count: number, isOne: boolean) => Math.min(count + Number(isOne), maxCountedAnnouncements);
      return {
        unread: add(counts.unread, true),
        urgent: add(counts.urgent, announcement.priority === "URGENT"),
        toConfirm: add(counts.toConfirm, announcement.mustRead && announcement.author.id !== viewer.id),
      };
    },
    "announcement.gone": refetchSpread,
    "announcement.read": refetch,
    "viewer.changed": refetch,
  };
}

/** The cached state of an opened announcement. `isGone`: the viewer may no longer see it. */
export interface HeldAnnouncement {
  announcement: OpenAnnouncement;
  isGone: boolean;
}

/** Applies events to an opened announcement. No event contains its text. */
export const openEvents: LiveHandlers<HeldAnnouncement> = {
  "announcement.changed"(cached, { announcement }) {
    const there = cached.announcement;
    if (announcement.id !== there.id || (announcement.version <= there.version && !cached.isGone))
      return cached;
    if (cached.isGone || announcement.textVersion !== there.textVersion) return refetch();
    return { ...cached, announcement: { ...there, ...announcement } };
  },
  "announcement.gone": (cached, { announcementId }) =>
    announcementId === cached.announcement.id ? { ...cached, isGone: true } : cached,
  "announcement.read"(cached, { announcementId, readStatus }) {
    if (announcementId !== cached.announcement.id) return cached;
    return {
      ...cached,
      announcement: { ...cached.announcement, ...readingOf(cached.announcement, readStatus) },
    };
  },
  "viewer.changed": refetch,
};

function readingOf({ edition }: Announcement, readStatus: ListedAnnouncement["readStatus"]) {
  return { isRead: readStatus?.edition === edition, readStatus };
}

function withReading(
  announcement: Announcement,
  readStatus: ListedAnnouncement["readStatus"],
): ListedAnnouncement {
  return { ...announcement, ...readingOf(announcement, readStatus) };
}

type Cached = CachedPages<ListedAnnouncement>;

function itemsOf(cached: Cached): ListedAnnouncement[] {
  return cached.pages.flatMap(({ items }) => items);
}

function changeItems(cached: Cached, change: (items: ListedAnnouncement[]) => ListedAnnouncement[]): Cached {
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

function addFirst(cached: Cached, one: ListedAnnouncement): Cached {
  const [first, ...rest] = cached.pages;
  return first ? { ...cached, pages: [{ ...first, items: [one, ...first.items] }, ...rest] } : cached;
}
