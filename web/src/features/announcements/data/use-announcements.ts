import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { ListedAnnouncement } from "@atoll/contract/announcements/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/api-client.ts";
import { hasCode } from "../../../lib/judge-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { markRead } from "./api.ts";
import { countEvents, type HeldAnnouncement, listEvents, openEvents } from "./events.ts";
import { queries, type ShownList } from "./shown.ts";

const all = ["announcements"] as const;
export const openKey = (id: string) => [...all, "open", id] as const;
const idOf = ({ id }: ListedAnnouncement) => id;

/** A list of announcements, the newest first, kept equal to the server's. */
export function useAnnouncements(shown: ShownList) {
  const { viewer } = useSignedIn();
  const query = queries[shown];
  return usePages({
    queryKey: [...all, "list", shown],
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

/** An announcement with its words, kept equal to the server's. */
export function useAnnouncement(id: string) {
  const query = useLiveQuery<HeldAnnouncement>({
    queryKey: openKey(id),
    queryFn: async ({ signal }) => ({
      announcement: (await call(routes.getAnnouncement, { params: { announcementId: id } }, { signal }))
        .announcement,
      isGone: false,
    }),
    on: openEvents,
    retry: (count, error) => count < 2 && !hasCode(error, "announcement_not_found"),
  });
  const isMissing = hasCode(query.error, "announcement_not_found");
  return { ...query, isMissing, isGone: query.data !== undefined && (query.data.isGone || isMissing) };
}

/** Puts what the server answered in place of what is held, and has the lists look again. */
export function useKeepAnswer() {
  const queryClient = useQueryClient();
  return (announcement: HeldAnnouncement["announcement"]) => {
    queryClient.setQueryData<HeldAnnouncement>(openKey(announcement.id), { announcement, isGone: false });
    void queryClient.invalidateQueries({ queryKey: [...all, "list"] });
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
