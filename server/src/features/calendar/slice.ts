import { sql } from "kysely";
import { madeFrom, ofServers, ofThings, onlyForOwner } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerFree } from "./availability/routes.ts";
import { eventComments } from "./comment-kind.ts";
import { guestEventMail, registerGuestEvents } from "./guests.ts";
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
  routes: [registerCalendar, registerElsewhere, registerFree, registerGuestEvents],
  rooms: () => async (viewer) => calendarRooms(viewer),
  live: [watchReminders],
  jobs: [remindersJob, keepCalendarJob],
  owned: [ownedEvents],
  commentKinds: [eventComments],
  placed: [placedEvents],
  notificationKinds: calendarNotificationDefinitions,
  mailKinds: [guestEventMail],
  dashboardCards: [eventCard],
  searchSources: [eventSource],
  personalData: {
    events: {
      title: "Events that they organise",
      // An organiser may have taken the event over, and others may have rewritten it.
      erase: "stays",
      of: "organiser_id",
      columns: [
        "created_at",
        "id",
        "kind",
        "visibility",
        "all_day",
        "starts",
        "ends",
        "zone",
        "rule",
        "deleted_at",
      ],
      // Others may have rewritten them.
      more: (_personId, isForOwner) => ({
        title: onlyForOwner(isForOwner, sql`t.title`),
        description: onlyForOwner(isForOwner, sql`t.description`),
        location: onlyForOwner(isForOwner, sql`t.location`),
        link: onlyForOwner(isForOwner, sql`t.link`),
      }),
    },
    event_attendees: {
      title: "Invitations to events",
      erase: { clears: { note: "" }, when: "written", of: "user_id" },
      of: "user_id",
      columns: ["event_id", "rsvp", "note", "response_at", "start_at", "end_at", "reminders"],
      more: (_personId, isForOwner) => ({
        title: onlyForOwner(
          isForOwner,
          sql`(SELECT e.title FROM events e WHERE e.id = t.event_id AND e.deleted_at IS NULL)`,
        ),
      }),
    },
    event_answers: {
      title: "Answers to single occurrences",
      erase: { clears: { note: "" }, when: "written", of: "user_id" },
      where: (personId) =>
        sql<boolean>`t.user_id = ${personId} AND t.event_id IN (SELECT a.event_id FROM event_attendees a WHERE a.user_id = ${personId})`,
      columns: ["event_id", "occurrence", "rsvp", "note", "response_at"],
    },
    event_proposals: {
      title: "Proposed times",
      erase: { deletes: "written", of: "user_id" },
      where: (personId) =>
        sql<boolean>`t.user_id = ${personId} AND t.event_id IN (SELECT a.event_id FROM event_attendees a WHERE a.user_id = ${personId})`,
      columns: ["created_at", "event_id", "occurrence", "starts", "ends", "zone", "note"],
    },
    event_calendars: {
      title: "Own calendars",
      erase: "account",
      of: "owner_id",
      columns: ["created_at", "name", "colour"],
    },
    calendar_settings: { title: "Calendar settings", erase: "account", of: "user_id", columns: ["settings"] },
    calendar_feeds: {
      title: "Calendar feed",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "read_at"],
    },
    working_hours: { title: "Working hours", erase: "account", of: "user_id", columns: ["hours"] },
    event_exceptions: ofThings,
    event_occurrences: madeFrom("the events"),
    event_reminder_leads: ofServers,
    event_reminders_sent: ofServers,
    event_reminders_state: ofServers,
  },
};
