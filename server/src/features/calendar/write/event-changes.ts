import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { Undone } from "../../../platform/changes/changeable.ts";
import {
  column,
  type EventField,
  type Fields,
  lifecycleFields,
  type StoredChange,
  type ValueField,
} from "../../../platform/changes/field.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastChange } from "../broadcast-change.ts";
import { refreshNotificationsOf } from "../notifications/notify-people.ts";
import { roomsOfEach } from "../rooms.ts";
import { isSeen } from "../sight.ts";
import { mayChange } from "./hold-event.ts";
import { keepTimesOf } from "./keep-times.ts";
import { type LockedEvent, lockEvents } from "./locked-event.ts";
import { peopleField } from "./people-field.ts";
import { movedBy, seriesField } from "./series-field.ts";

const placeSchema = z.object({ calendarId: z.string().nullable(), departmentId: z.string().nullable() });

/** The calendar that an event is in. One that has since been deleted is left out by an undo. */
const place: ValueField<Database, LockedEvent, z.output<typeof placeSchema>> = {
  read: (row) => ({ calendarId: row.calendar_id, departmentId: row.department_id }),
  write: ({ calendarId, departmentId }) => ({
    calendar_id: sql`(SELECT id FROM event_calendars WHERE id = ${calendarId})`,
    department_id: sql`(SELECT id FROM departments WHERE id = ${departmentId})`,
  }),
};

const deleted: ValueField<Database, LockedEvent, boolean> = {
  isOfDeleted: true,
  read: (row) => row.deleted_at !== null,
  write: (isDeleted) => ({ deleted_at: isDeleted ? sql`now()` : null }),
};

/** The version that a change made of an event, which notifications name. It is never undone by itself. */
const version: EventField<Database, LockedEvent> = { undo: () => undefined };

function textColumn(name: "title" | "description" | "location" | "link" | "kind" | "visibility") {
  return column(
    (row: LockedEvent): string => row[name],
    (text: string) => ({ [name]: text }),
  );
}

/** Every field of an event that a change can undo. */
export const eventFields = {
  created: lifecycleFields.created,
  version,
  deleted,
  series: seriesField,
  people: peopleField,
  place,
  title: textColumn("title"),
  description: textColumn("description"),
  location: textColumn("location"),
  link: textColumn("link"),
  kind: textColumn("kind"),
  visibility: textColumn("visibility"),
  showsAs: column(
    (row: LockedEvent): string => row.shows_as,
    (shows_as: string) => ({ shows_as }),
  ),
  guestsSeeGuests: column(
    (row: LockedEvent) => row.guests_see_guests,
    (guests_see_guests: boolean) => ({ guests_see_guests }),
  ),
  task: column(
    (row: LockedEvent) => row.task_id,
    (taskId: string | null) => ({ task_id: sql`(SELECT id FROM tasks WHERE id = ${taskId})` }),
  ),
  /** An import compares the events of a file with it. */
  importHash: column(
    (row: LockedEvent) => row.sent_hash.toString("hex"),
    (hash: string) => ({ sent_hash: Buffer.from(hash, "hex") }),
  ),
} as const satisfies Fields<Database, LockedEvent>;

/** How events are changed, undone and broadcast. Only ids are broadcast, so an event shows as its id. */
export const eventChanges: SliceChangeable<LockedEvent, typeof eventFields, string, RequestViewer> = {
  kind: "event",
  table: "events",
  fields: eventFields,
  errors: { notFound: "event_not_found", changeNotFound: "event_change_not_found" },
  lock: lockEvents,
  countReadable: countReadable({ table: "events", alias: "e", isReadable: isSeen }),
  audiences: roomsOfEach,
  async broadcast(context, eventIds, before) {
    await broadcastChange(context, { eventIds, before: [...before.values()].flat() });
    return new Map(eventIds.map((id) => [id, id]));
  },
  show: async (_context, _viewer, ids) => new Map(ids.map((id) => [id, id])),
  notify: (tx, _actorId, changes) =>
    refreshNotificationsOf(tx, [...new Set(changes.map(({ subjectId }) => subjectId))]),
  withdraw: refreshNotificationsOf,
  async mayUndo(_tx, viewer, rows, changes) {
    if (rows.some((row) => !mayChange(viewer, row))) return false;
    // Occurrences that a split or an import moved to other events are restored as a whole, or some would be lost.
    if (!changes.some(({ field }) => field === "created")) return true;
    const versions = versionsOf(changes);
    if (rows.some((row) => versions.get(row.id) !== row.version)) throw new AppError("changed_meanwhile");
    return true;
  },
  afterUndo: settleUndo,
};

/** Derives the times of events whose change was undone, and marks the versions that are no longer true. */
async function settleUndo(tx: Database, _ids: readonly string[], { changes, undone }: Undone): Promise<void> {
  const back = undone.filter(({ field }) => field === "series");
  await resetAnswers(tx, back);
  const restored = new Set(undone.flatMap((one) => (one.field === "created" ? [] : one.subjectId)));
  await keepTimesOf(tx, undone[0]?.actorId ?? "undo", [...restored]);
  const isMovedOn = new Set(
    changes.flatMap((one) => (one.field === "series" && !undone.includes(one) ? one.subjectId : [])),
  );
  const settled = [...new Set(undone.map(({ subjectId }) => subjectId))].filter((id) => !isMovedOn.has(id));
  const versions = versionsOf(changes);
  await sql`UPDATE events e
    SET undone_versions = (undone_versions || u.version)[greatest(1, cardinality(undone_versions) - 48):]
    FROM unnest(${settled}::uuid[], ${settled.map((id) => versions.get(id) ?? 0)}::int[]) AS u (id, version)
    WHERE e.id = u.id`.execute(tx);
}

/** Resets the answers that were given, since the change, to times that are undone. */
async function resetAnswers(tx: Database, undone: readonly StoredChange[]): Promise<void> {
  for (const change of undone) {
    const { all, occurrences } = movedBy(change);
    if (all)
      await sql`UPDATE event_attendees a SET rsvp = 'pending', response_at = NULL, note = ''
        FROM events e WHERE e.id = a.event_id AND a.user_id <> e.organiser_id
          AND a.event_id = ${change.subjectId} AND a.response_at > ${change.at}`.execute(tx);
    await sql`DELETE FROM event_answers WHERE event_id = ${change.subjectId} AND response_at > ${change.at}
      AND (${all} OR occurrence = ANY(${[...occurrences]}::text[]))`.execute(tx);
  }
}

function versionsOf(changes: readonly StoredChange[]): ReadonlyMap<string, number> {
  return new Map(
    changes.flatMap(({ subjectId, field, after }) =>
      field === "version" && typeof after === "number" ? [[subjectId, after]] : [],
    ),
  );
}
