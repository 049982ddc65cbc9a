import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { ListedAnnouncement } from "@atoll/contract/announcements/schemas";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useWithUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { type CachedPages, usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { markRead } from "./api.ts";
import { announcementChanges, applyAct } from "./changes.ts";
import { countEvents, type HeldAnnouncement, listEvents, openEvents } from "./events.ts";
import { queries, type ShownList } from "./shown.ts";

const all = ["announcements"] as const;
const listsKey = [...all, "list"] as const;
export const listKey = (shown: ShownList) => [...listsKey, shown];
export const openKey = (id: string) => [...all, "open", id] as const;
const idOf = ({ id }: ListedAnnouncement) => id;

/** The announcements that open without a connection: the first page of each list, and the ones read last. */
const seenInAnnouncements = (queryClient: QueryClient): SeenKind[] => [
  {
    name: "announcements/list",
    queryKey: listsKey,
    newest: 4,
    pick(queryKey) {
      const data = queryClient.getQueryData<CachedPages<ListedAnnouncement>>(queryKey);
      return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
    },
  },
  { name: "announcements/open", queryKey: [...all, "open"], newest: 40 },
];

/** A list of announcements, the newest first, kept equal to the server's. */
export function useAnnouncements(shown: ShownList) {
  const { viewer } = useSignedIn();
  const query = queries[shown];
  useKeptSeen(seenInAnnouncements);
  return usePages({
    queryKey: listKey(shown),
    fetchPage: (cursor, options) => call(routes.listAnnouncements, { query: { ...query, cursor } }, options),
    keyOf: idOf,
    on: listEvents(viewer, query),
  });
}

/** How many are unread, urgent and to be confirmed; undefined until it is known. */
export function useCounts() {
  const { viewer } = useSignedIn();
  return useLiveQuery({
    queryKey: [...all, "counts"],
    queryFn: ({ signal }) => call(routes.countAnnouncements, {}, { signal }),
    on: countEvents(viewer),
  }).data;
}

/**
 * An announcement with its words, kept equal to the server's.
 * @param isThere false for one that the viewer has yet to write the first word of: the server is not asked for it
 */
export function useAnnouncement(id: string, isThere = true) {
  useKeptSeen(seenInAnnouncements);
  const query = useLiveQuery<HeldAnnouncement>({
    queryKey: openKey(id),
    queryFn: async ({ signal }) => ({
      announcement: (await call(routes.getAnnouncement, { params: { announcementId: id } }, { signal }))
        .announcement,
      isGone: false,
    }),
    on: openEvents,
    enabled: isThere,
    retry: (count, error) => count < 2 && !hasCode(error, "announcement_not_found"),
  });
  const isMissing = hasCode(query.error, "announcement_not_found");
  const announcement = useWithUnsettled(announcementChanges, query.data?.announcement, applyAct);
  const data = query.data && announcement && { ...query.data, announcement };
  return { ...query, data, isMissing, isGone: query.data !== undefined && (query.data.isGone || isMissing) };
}

/** Puts what the server answered in place of what is cached, and has the lists look again. */
export function useKeepAnswer() {
  const queryClient = useQueryClient();
  return (announcement: HeldAnnouncement["announcement"]) => {
    queryClient.setQueryData<HeldAnnouncement>(openKey(announcement.id), { announcement, isGone: false });
    void queryClient.invalidateQueries({ queryKey: listsKey });
    void queryClient.invalidateQueries({ queryKey: [...all, "counts"] });
  };
}

/** Opening it marks it read, once for each edition. That it did not work is said to nobody: section 8. */
export function useReadWhenOpened(announcement: HeldAnnouncement["announcement"] | undefined): void {
  const isUnread = announcement?.isAddressed === true && !announcement.isRead;
  const id = announcement?.id;
  const edition = announcement?.edition;
  const read = useEffectEvent((opened: string) => {
    markRead(opened).catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edition is read by itself
  useEffect(() => {
    if (id !== undefined && isUnread && document.visibilityState === "visible") read(id);
  }, [id, edition, isUnread]);
}
