import type { EventViewer } from "@atoll/contract/calendar/policy";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { columnsIn, placeColumns, timeColumns } from "./event-columns.ts";
import { isInvolved } from "./sight.ts";

/**
 * Selects events for a viewer who passes `isSeen`. A private event of others leaves the database only as a busy time.
 */
export function selectEvents(db: Database, viewer: EventViewer) {
  const isBusyOnly = sql<boolean>`(e.visibility = 'private' AND NOT ${isInvolved(viewer.id)})`;
  const open = (column: string): RawBuilder<string> =>
    sql<string>`CASE WHEN ${isBusyOnly} THEN '' ELSE ${sql.ref(column)} END`;
  return db
    .selectFrom("events as e")
    .leftJoin("event_attendees as me", (join) =>
      join.onRef("me.event_id", "=", "e.id").on("me.user_id", "=", viewer.id),
    )
    .select([
      "e.id",
      ...columnsIn("e", placeColumns),
      ...columnsIn("e", timeColumns),
      "e.version",
      "e.known_until",
      "e.created_at",
      "e.updated_at",
      "me.rsvp",
      "me.reminders",
      isBusyOnly.as("is_busy_only"),
      open("e.title").as("title"),
      open("e.location").as("location"),
      open("e.link").as("link"),
      sql<number>`(SELECT count(*) FROM event_attendees a WHERE a.event_id = e.id)::int`.as("attendee_count"),
    ]);
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>["execute"]>>[number];

/** Selects occurrences `o`, each with its differences from the series and the viewer's answer. */
export function selectOccurrences(db: Database, userId: string) {
  return db
    .selectFrom("event_occurrences as o")
    .leftJoin("event_exceptions as x", (join) =>
      join.onRef("x.event_id", "=", "o.event_id").onRef("x.occurrence", "=", "o.occurrence"),
    )
    .leftJoin("event_answers as y", (join) =>
      join
        .onRef("y.event_id", "=", "o.event_id")
        .onRef("y.occurrence", "=", "o.occurrence")
        .on("y.user_id", "=", userId),
    )
    .select([
      "o.event_id",
      "o.occurrence",
      "o.starts",
      "o.ends",
      "o.starts_at",
      "o.ends_at",
      "x.override",
      "y.rsvp",
    ]);
}

export type OccurrenceRow = Awaited<ReturnType<ReturnType<typeof selectOccurrences>["execute"]>>[number];

/** Returns events by their IDs. */
export function findEvents(
  db: Database,
  viewer: EventViewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventRow>> {
  return findEventsAmong(db, viewer, sql`SELECT unnest(${[...new Set(ids)]}::uuid[])`);
}

/** Returns the events whose IDs a statement selects. */
export async function findEventsAmong(
  db: Database,
  viewer: EventViewer,
  ids: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, EventRow>> {
  const rows = await selectEvents(db, viewer).where(sql<boolean>`e.id IN (${ids})`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
