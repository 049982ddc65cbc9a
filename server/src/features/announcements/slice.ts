import { sql } from "kysely";
import { undoable } from "../../platform/changes/undo-change.ts";
import { erasedText } from "../../platform/kinds/erasure.ts";
import type { Slice } from "../../slice.ts";
import { announcementCard, recentAnnouncements } from "./dashboard-card.ts";
import {
  announcementComments,
  announcementFiles,
  announcementSource,
  ownedAnnouncements,
  placedAnnouncements,
} from "./kinds.ts";
import { announcementMail } from "./notifications/announcement-mail.ts";
import { announcementNotificationDefinitions } from "./notifications/notification-kinds.ts";
import { announcementChanges } from "./publish/announcement-changes.ts";
import { announcementsDueJob, watchDueAnnouncements } from "./publish/due-announcements.ts";
import { announcementRooms } from "./rooms.ts";
import { registerAnnouncements } from "./routes.ts";

/** The slice of announcements. Specification, sections 3, 4 and 7 (announcements). */
export const announcements: Slice = {
  name: "announcements",
  routes: [registerAnnouncements],
  rooms: () => async (viewer) => announcementRooms(viewer),
  live: [watchDueAnnouncements],
  jobs: [announcementsDueJob],
  changeKinds: [undoable(announcementChanges)],
  owned: [ownedAnnouncements],
  placed: [placedAnnouncements],
  fileKinds: [announcementFiles],
  commentKinds: [announcementComments],
  notificationKinds: announcementNotificationDefinitions,
  mailKinds: [announcementMail],
  dashboardCards: [announcementCard],
  recentActivity: recentAnnouncements,
  searchSources: [announcementSource],
  personalData: {
    announcements: {
      title: "Announcements",
      // Publishers edit the announcements of others.
      erase: {
        clears: { title: erasedText, content: "", mentions: sql`'[]'::jsonb` },
        when: "written",
        where: (personId) => sql<boolean>`(t.author_id = ${personId} AND NOT t.has_other_writers)`,
      },
      of: "author_id",
      columns: ["created_at", "id", "title", "content", "status", "published_at", "expires_at"],
      isOpen: sql<boolean>`t.status = 'PUBLISHED' AND t.department_ids = '{}' AND t.role_ids = '{}'`,
    },
    announcement_reads: {
      title: "Read announcements",
      erase: "stays",
      of: "user_id",
      columns: ["read_at", "announcement_id", "edition", "confirmed_at"],
    },
    announcement_nudges: {
      title: "Reminders to read announcements",
      erase: "always",
      of: "user_id",
      columns: ["nudged_at", "announcement_id", "count"],
    },
  },
};
