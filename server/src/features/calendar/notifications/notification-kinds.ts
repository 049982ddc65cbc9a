import { eventLink } from "@atoll/contract/calendar/event-link";
import { undoOfferedMs } from "@atoll/contract/changes/limits";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { type RawBuilder, sql } from "kysely";
import type {
  EntryColumns,
  NotificationDefinition,
  StoredNotification,
} from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../../platform/kinds/notification-words.ts";
import { zonesOf } from "../../identity/public.ts";
import { isNoStrangeGuest } from "../../people/public.ts";
import { isReadableBy } from "../sight.ts";

interface Subject {
  id: string;
  title: string;
  location: string;
  all_day: boolean;
  at: Date;
  day: string;
}

/** Words the title of one entry: who did it, with which event, and when that takes place. */
type Say = (actor: string, subject: Subject, entry: StoredNotification, when: string) => string;

const answers: Readonly<Record<string, string>> = {
  accepted: "accepted",
  tentative: "may come to",
  declined: "declined",
};

/** SQL: the entry's change was not undone. Its place names the version that the change made. */
const isNotUndone = ({ lastSeq }: EntryColumns) =>
  sql`(${lastSeq} IS NULL OR NOT ${lastSeq} = ANY(e.undone_versions))`;
const isAttendee = ({ userId }: EntryColumns) => sql`EXISTS (SELECT FROM event_attendees a
  WHERE a.event_id = e.id AND a.user_id = ${userId} LIMIT 1)`;

/** SQL: the event exists, and the entry's recipient is invited to it. */
const isTheirs = (entry: EntryColumns) => sql`e.deleted_at IS NULL AND ${isAttendee(entry)}`;
const isOfOrganiser = ({ userId }: EntryColumns) => sql`e.deleted_at IS NULL AND e.organiser_id = ${userId}`;

/** The kinds of notifications about events. An entry stays as long as its recipient is invited and its text is true. */
export const calendarNotificationDefinitions: readonly NotificationDefinition[] = [
  ofEvent(
    "event.invited",
    (actor, { title }, _entry, when) => `${actor} invited you to “${title}”, ${when}`,
    isTheirs,
  ),
  ofEvent(
    "event.moved",
    (actor, { title }, _entry, when) => `${actor} changed “${title}”: it is ${when}`,
    (entry) => sql`${isTheirs(entry)} AND ${isNotUndone(entry)}`,
  ),
  ofEvent(
    "event.cancelled",
    (actor, { title }, { facts }, when) => `${actor} cancelled “${facts.title ?? title}”, ${when}`,
    // The recipient was sent its title while they could see it. They may no longer see where it is now.
    isNotUndone,
  ),
  ofEvent(
    "event.answered",
    (actor, { title }, { facts, count }) =>
      count > 1
        ? `${actor} answered your invitation to “${title}”`
        : `${actor} ${answers[facts.rsvp ?? ""] ?? "answered"} “${title}”`,
    isOfOrganiser,
  ),
  ofEvent(
    "event.proposed",
    (actor, { title }) => `${actor} proposes another time for “${title}”`,
    (entry) => sql`${isOfOrganiser(entry)}
      AND EXISTS (SELECT FROM event_proposals p WHERE p.event_id = e.id LIMIT 1)`,
  ),
  ofEvent(
    "event.comment",
    (actor, { title }, { count }) =>
      count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
    ({ userId }) => isReadableBy(userId),
  ),
  {
    ...ofEvent(
      "event.mention",
      (actor, { title }) => `${actor} mentioned you on “${title}”`,
      ({ userId }) => isReadableBy(userId),
    ),
    audience: namedPeople("named"),
  },
  ofReminder("event.reminder"),
  ofReminder("event.alarm"),
];

function ofReminder(kind: NotificationKind): NotificationDefinition {
  return {
    ...ofEvent(
      kind,
      (_actor, { title, all_day }, _entry, when) => `“${title}” ${all_day ? "is" : "begins"} ${when}`,
      isTheirs,
    ),
    canBeTakenBackMs: 0,
  };
}

function ofEvent(
  kind: NotificationKind,
  say: Say,
  isTrue: (entry: EntryColumns) => RawBuilder<unknown>,
): NotificationDefinition {
  return {
    kind,
    isForGuests: true,
    canBeTakenBackMs: undoOfferedMs,
    audience: namedPeople("concerned"),
    isReadable: (entry) => sql<boolean>`EXISTS (
      SELECT FROM events e WHERE e.id = ${entry.subjectId} AND ${isTrue(entry)}
        AND ${isNoStrangeGuest(entry.userId, "event", entry.subjectId)} LIMIT 1)`,
    async inWords(sources, entries) {
      const zones = await zonesOf(
        sources.db,
        entries.map(({ userId }) => userId),
      );
      return putInWords(sources, entries, select, (actor, event, entry) => {
        const { occurrence, at, day } = entry.facts;
        const when = whenInWords(zones.get(entry.userId) ?? "UTC", {
          at: at === undefined ? event.at : new Date(at),
          day: day ?? (event.all_day ? event.day : undefined),
        });
        return {
          title: say(actor, event, entry, when),
          excerpt: event.location,
          link: eventLink(entry.subjectId, occurrence),
        };
      });
    },
  };
}

/** Returns the time of an event in the recipient's time zone. */
function whenInWords(zone: string, { at, day }: { at: Date; day: string | undefined }): string {
  if (day !== undefined) return `on ${days.format(new Date(`${day}T00:00:00Z`)).replace(",", "")}`;
  const local = new Intl.DateTimeFormat("en-GB", { ...dayParts, timeZone: zone });
  const clock = new Intl.DateTimeFormat("en-GB", { ...clockParts, timeZone: zone });
  return `on ${local.format(at).replace(",", "")} at ${clock.format(at)}`;
}

const dayParts = { weekday: "short", day: "numeric", month: "short" } as const;
const clockParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const days = new Intl.DateTimeFormat("en-GB", { ...dayParts, timeZone: "UTC" });

const select = (ids: string[]) => sql<Subject>`
  SELECT e.id, e.title, e.location, e.all_day,
    coalesce(o.starts_at, e.created_at) AS at, left(coalesce(o.starts, e.starts), 10) AS day
  FROM events e LEFT JOIN LATERAL (SELECT o.starts_at, o.starts FROM event_occurrences o WHERE o.event_id = e.id
    ORDER BY o.ends_at <= now(), o.starts_at LIMIT 1) o ON true
  WHERE e.id = ANY(${ids}::uuid[])`;
