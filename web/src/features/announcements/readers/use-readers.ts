import type { ReaderState } from "@atoll/contract/announcements/limits";
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { Reader } from "@atoll/contract/announcements/schemas";
import { useMutation } from "@tanstack/react-query";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { call } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";

export interface ReaderFilter {
  state?: ReaderState | "open";
  departmentId?: string;
  name?: string;
}

const idOf = ({ person }: Reader) => person.id;

/** Returns the audience of an announcement by name, with each person's state, kept equal to the server's. */
export function useReaders(announcementId: string, filter: ReaderFilter) {
  return usePages({
    queryKey: ["announcements", "readers", announcementId, "list", filter],
    fetchPage: (cursor, options) =>
      call(routes.listReaders, { params: { announcementId }, query: { ...filter, cursor } }, options),
    keyOf: idOf,
    keepsPrevious: true,
    on: {
      "announcement.readers": (cached, payload) =>
        payload.announcementId === announcementId ? refetchSpread() : cached,
      "announcement.changed": (cached, { announcement }) =>
        announcement.id === announcementId ? refetchSpread() : cached,
    },
  });
}

/** The same as a file. Through a request of our own: a link could carry no sign-in. */
export function useExport(announcementId: string, filter: ReaderFilter) {
  return useMutation({
    mutationFn: () => call(routes.exportReaders, { params: { announcementId }, query: filter }),
    onSuccess({ csv, isWhole }) {
      downloadText(`readers-${new Date().toISOString().slice(0, 10)}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the first 50,000 people. Narrow the list for the others.");
    },
  });
}
