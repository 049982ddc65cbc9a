import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import { call } from "../../../lib/server/api-client.ts";

/** Takes an announcement from its readers. */
interface AnnouncementAct {
  act: "archive" | "withdraw";
}

/** Archives announcements and makes them drafts: at once on the screen, queued without a connection, with Undo. */
export const announcementChanges = defineChanges<AnnouncementAct>({
  name: "announcement-changes",
  send: (_signedIn, changeId, { about: [announcementId = ""], change }) =>
    call(change.act === "archive" ? routes.archiveAnnouncement : routes.withdrawAnnouncement, {
      params: { announcementId },
      query: { changeId },
    }),
  refetches: ["list", "counts", "open"].map((part) => ["announcements", part]),
  refusal: "could not be changed.",
  words: { one: "A change of an announcement", many: "changes of announcements" },
});

/** Pure: an announcement as it will be after a change. */
export function applyAct(announcement: OpenAnnouncement, { act }: AnnouncementAct): OpenAnnouncement {
  return act === "archive"
    ? { ...announcement, status: "ARCHIVED" }
    : { ...announcement, status: "DRAFT", publishedAt: null, scheduledFor: null };
}
