import { undoable } from "../../platform/changes/undo-change.ts";
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
};
