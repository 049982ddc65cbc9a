import type { Slice } from "../../slice.ts";
import { announcementFiles } from "./announcement-files.ts";
import { announcementSource } from "./announcement-source.ts";
import { announcementComments } from "./comment-kind.ts";
import { announcementCard, recentAnnouncements } from "./dashboard-card.ts";
import { announcementsDueJob, watchDueAnnouncements } from "./due-announcements.ts";
import { ownedAnnouncements } from "./owned-announcements.ts";
import { placedAnnouncements } from "./placed-announcements.ts";
import { announcementRooms } from "./rooms.ts";
import { registerAnnouncements } from "./routes.ts";
import { announcementToldKinds } from "./told.ts";

/** The slice of announcements. Specification, sections 3, 4 and 7 (announcements). */
export const announcements: Slice = {
  name: "announcements",
  routes: [registerAnnouncements],
  rooms: () => async (viewer) => announcementRooms(viewer),
  live: [watchDueAnnouncements],
  jobs: [announcementsDueJob],
  owned: [ownedAnnouncements],
  placed: [placedAnnouncements],
  fileKinds: [announcementFiles],
  commentKinds: [announcementComments],
  notificationKinds: announcementToldKinds,
  dashboardCards: [announcementCard],
  recentActivity: recentAnnouncements,
  searchSources: [announcementSource],
};
