import type { Rsvp } from "@atoll/contract/calendar/limits";
import { maxNamedCancelled } from "@atoll/contract/calendar/limits";
import type { EventAttendee, OpenEvent, TimeProposal } from "@atoll/contract/calendar/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { isTimeZone } from "@atoll/contract/time-zone";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { readHistoryPage } from "../../platform/changes/history.ts";
import { byName } from "../../platform/database/by-name.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { hasGuests } from "../people/public.ts";
import { readCalendarSettings } from "./choose-reminders.ts";
import { accessEvent, accessOccurrence } from "./find-event.ts";
import { presentEvent, presentOccurrence } from "./present.ts";
import type { EventRow } from "./queries.ts";

/**
 * Returns one occurrence of an event with all details that the viewer may see.
 * @throws {AppError} `event_not_found`, `occurrence_not_found`.
 */
export async function openEvent(
  { db, people }: Pick<ChangeSources, "db" | "people">,
  viewer: RequestViewer,
  eventId: string,
  occurrence?: string,
): Promise<OpenEvent> {
  const row = await accessEvent(db, viewer, eventId);
  const at = await accessOccurrence(db, viewer.id, eventId, occurrence);
  const isBusyOnly = row.is_busy_only;
  const [attendees, proposals, more, settings, cancelled, changedBy] = await Promise.all([
    isBusyOnly ? [] : attendeesOf(db, eventId, at.occurrence),
    isBusyOnly ? [] : proposalsFor(db, viewer.id, row),
    moreOf(db, eventId, at.occurrence),
    readCalendarSettings(db, viewer.id),
    isBusyOnly ? [] : cancelledOf(db, row),
    isBusyOnly ? null : changerOf(db, eventId),
  ]);
  const ids = [
    row.organiser_id,
    ...(changedBy === null ? [] : [changedBy]),
    ...attendees.map((one) => one.user_id),
    ...proposals.map((one) => one.user_id),
  ];
  const known = await people.of(ids);
  const seesAll = seesAttendees(viewer.id, row);
  const seen = attendees.filter(({ user_id: id }) => seesAll || id === viewer.id || id === row.organiser_id);
  const count = (rsvp: Rsvp) => (seesAll ? attendees : seen).filter((one) => one.answer === rsvp).length;
  const defaults = row.all_day ? settings.allDayReminders : settings.timedReminders;
  return {
    ...presentEvent(known, viewer, row),
    attendeeCount: seesAll ? attendees.length : seen.length,
    description: isBusyOnly ? "" : more.description,
    guestsSeeGuests: row.guests_see_guests,
    added: row.added,
    removed: row.removed,
    occurrence: presentOccurrence(at, row),
    occurrenceDescription: isBusyOnly ? null : (at.override?.description ?? null),
    count: row.known_until === null ? more.count : null,
    cancelled,
    followingCount: row.known_until === null ? more.following : null,
    lastEndsAt: row.known_until === null ? (more.last_ends_at?.toISOString() ?? null) : null,
    attendees: seen.flatMap((one) => presentAttendee(known, row, one)),
    counts: {
      accepted: count("accepted"),
      tentative: count("tentative"),
      declined: count("declined"),
      pending: count("pending"),
    },
    reminders: row.rsvp === null ? [] : (row.reminders ?? defaults),
    hasDefaultReminders: row.reminders === null,
    proposals: proposals.flatMap((one) => presentProposal(known, one)),
    ...(!isBusyOnly && more.has_guests && { hasGuests: true as const }),
    changedBy: changedBy === null ? null : (known.get(changedBy) ?? null),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A reader of an event sees all of its attendees, not only the organiser and themselves. */
export function seesAttendees(
  viewerId: string,
  event: { guests_see_guests: boolean; organiser_id: string },
): boolean {
  return event.guests_see_guests || event.organiser_id === viewerId;
}

/** Returns who made the last change of an event; null if there was none. */
async function changerOf(db: Database, eventId: string): Promise<string | null> {
  const query = { limit: 1 };
  const about = { kind: "event", subjectId: eventId, hidden: ["created"] };
  return (await readHistoryPage(db, about, query)).rows[0]?.actorId ?? null;
}

type AttendeeRow = Awaited<ReturnType<typeof attendeesOf>>[number];

/**
 * Returns the attendees with their answers to this occurrence: the organiser first, then by time of invitation and
 * name.
 */
function attendeesOf(db: Database, eventId: string, occurrence: string) {
  return db
    .selectFrom("event_attendees as a")
    .innerJoin("profiles as p", "p.id", "a.user_id")
    .leftJoin("event_answers as y", (join) =>
      join
        .onRef("y.event_id", "=", "a.event_id")
        .onRef("y.user_id", "=", "a.user_id")
        .on("y.occurrence", "=", occurrence),
    )
    .select([
      "a.user_id",
      sql<Rsvp>`coalesce(y.rsvp, a.rsvp)`.as("answer"),
      sql<string>`CASE WHEN y.rsvp IS NULL THEN a.note ELSE y.note END`.as("note"),
      sql<Date | null>`CASE WHEN y.rsvp IS NULL THEN a.response_at ELSE y.response_at END`.as("at"),
      sql<boolean>`y.rsvp IS NOT NULL`.as("is_of_occurrence"),
    ])
    .where("a.event_id", "=", eventId)
    .orderBy(sql`a.user_id <> (SELECT organiser_id FROM events WHERE id = ${eventId})`)
    .orderBy(byName("p.name"))
    .orderBy("a.user_id")
    .execute();
}

function presentAttendee(
  known: ReadonlyMap<string, Person>,
  event: EventRow,
  row: AttendeeRow,
): EventAttendee[] {
  const person = known.get(row.user_id);
  if (!person) return [];
  return [
    {
      person,
      isOrganiser: row.user_id === event.organiser_id,
      rsvp: row.answer,
      note: row.note,
      respondedAt: row.at?.toISOString() ?? null,
      isOfOccurrence: row.is_of_occurrence,
    },
  ];
}

/** Returns all proposals to the organiser, and to others their own. */
function proposalsFor(db: Database, userId: string, event: EventRow) {
  return db
    .selectFrom("event_proposals")
    .selectAll()
    .where("event_id", "=", event.id)
    .$if(event.organiser_id !== userId, (select) => select.where("user_id", "=", userId))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

function presentProposal(
  known: ReadonlyMap<string, Person>,
  row: Awaited<ReturnType<typeof proposalsFor>>[number],
): TimeProposal[] {
  const person = known.get(row.user_id);
  if (!person) return [];
  const { id, occurrence, starts: start, ends: end, zone, note } = row;
  return [{ id, person, occurrence, start, end, zone, note, createdAt: row.created_at.toISOString() }];
}

/**
 * Returns the cancelled occurrences from today on, in the event's time zone. JavaScript determines the day, because
 * PostgreSQL may not know the zone.
 */
async function cancelledOf(db: Database, { id, zone }: { id: string; zone: string }): Promise<string[]> {
  const { rows } = await sql<{ occurrence: string }>`SELECT occurrence
    FROM event_exceptions
    WHERE event_id = ${id} AND kind = 'cancel' AND occurrence >= ${dayIn(isTimeZone(zone) ? zone : "UTC", new Date())}
    ORDER BY occurrence LIMIT ${maxNamedCancelled}`.execute(db);
  return rows.map(({ occurrence }) => occurrence);
}

async function moreOf(db: Database, eventId: string, occurrence: string) {
  const { rows } = await sql<{
    description: string;
    count: number;
    following: number;
    last_ends_at: Date | null;
    has_guests: boolean;
  }>`SELECT e.description, ${hasGuests("event", sql.ref("e.id"))} AS has_guests, max(o.ends_at) AS last_ends_at, count(o.*)::int AS count, (count(o.*) FILTER (WHERE o.occurrence >= ${occurrence}))::int AS following
    FROM events e LEFT JOIN event_occurrences o ON o.event_id = e.id WHERE e.id = ${eventId} GROUP BY e.id`.execute(
    db,
  );
  return rows[0] ?? { description: "", count: 0, following: 0, last_ends_at: null, has_guests: false };
}
