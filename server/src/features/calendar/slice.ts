import type { Slice } from "../../slice.ts";
import { registerFree } from "./availability/routes.ts";
import { eventComments } from "./comment-kind.ts";
import { registerElsewhere } from "./ics/routes.ts";
import { keepCalendarJob } from "./keep-calendar.ts";
import { eventSource, ownedEvents, placedEvents } from "./kinds.ts";
import { eventCard } from "./list/dashboard-card.ts";
import { calendarNotificationDefinitions } from "./notifications/notification-kinds.ts";
import { remindersJob, watchReminders } from "./remind/send-reminders.ts";
import { calendarRooms } from "./rooms.ts";
import { registerCalendar } from "./routes.ts";

/** The calendar slice. Specification, sections 3, 4 and 7 (events). */
export const calendar: Slice = {
  name: "calendar",
  routes: [registerCalendar, registerElsewhere, registerFree],
  rooms: () => async (viewer) => calendarRooms(viewer),
  live: [watchReminders],
  jobs: [remindersJob, keepCalendarJob],
  owned: [ownedEvents],
  commentKinds: [eventComments],
  placed: [placedEvents],
  notificationKinds: calendarNotificationDefinitions,
  dashboardCards: [eventCard],
  searchSources: [eventSource],
};
