import { maxReminders, type Reminder } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import { compareFields, readFields } from "../../../platform/changes/compare-fields.ts";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { type Claim, storeChanges } from "../../../platform/changes/stored-changes.ts";
import type { Database } from "../../../tables.ts";
import { timeColumns } from "../event-columns.ts";
import { noteLeads } from "../remind/leads.ts";
import type { DerivedTimes } from "../time/derive-times.ts";
import { eventFields } from "../write/event-changes.ts";
import { type EventTimes, writeTimes } from "../write/keep-times.ts";
import { type LockedEvent, lockEvents } from "../write/locked-event.ts";
import { columnsOf } from "../write/series-of.ts";
import type { IcsEvent } from "./ics-event.ts";

/** An event of a file that is new or differs from its last import. */
export interface ToKeep {
  id: string;
  isNew: boolean;
  event: IcsEvent;
  hash: Buffer;
  /** As `timesOf` returns them. */
  times: string;
}

export interface Into {
  calendarId: string | null;
  asHolidays: boolean;
}

/** Events per statement: a row has a text of up to 8,000 characters. */
const eventsAtOnce = 250;

/**
 * Writes the events of a file in a few statements, however many there are, and records how to undo all of it.
 * @param change the change that they are part of.
 */
export async function keepImport(
  tx: Database,
  change: Claim,
  all: readonly ToKeep[],
  into: Into,
): Promise<void> {
  for (let at = 0; at < all.length; at += eventsAtOnce) {
    const some = all.slice(at, at + eventsAtOnce);
    const [made, known] = [some.filter(({ isNew }) => isNew), some.filter(({ isNew }) => !isNew)];
    if (made.length > 0) await insertEvents(tx, change, made, into);
    const before = await readEvents(tx, known);
    if (known.length > 0) await updateEvents(tx, known, into);
    await insertExceptions(tx, some);
    await storeChanges(tx, change, [...made.flatMap(createdBy), ...(await changedSince(tx, before))]);
    await writeTimes(tx, timesOf(some));
  }
}

function* timesOf(all: readonly ToKeep[]): Generator<EventTimes> {
  for (const { id, times } of all) {
    const derived: DerivedTimes = JSON.parse(times);
    yield { eventId: id, ...derived };
  }
}

function createdBy({ id: subjectId }: ToKeep): FieldChange[] {
  return [
    { subjectId, field: "created", before: null, after: true },
    { subjectId, field: "version", before: null, after: 1 },
  ];
}

/** Locks events and returns the state that undoing a change of them restores. */
async function readEvents(tx: Database, some: readonly { id: string }[]) {
  if (some.length === 0) return [];
  const rows = await lockEvents(
    tx,
    some.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      version: row.version,
      values: await readFields<Database, LockedEvent>(eventFields, row, tx),
    })),
  );
}

async function changedSince(
  tx: Database,
  before: Awaited<ReturnType<typeof readEvents>>,
): Promise<FieldChange[]> {
  const earlier = new Map(before.map((event) => [event.id, event]));
  return (await readEvents(tx, before)).flatMap(({ id, version, values }) => {
    const then = earlier.get(id);
    return [
      ...(then ? compareFields<Database, LockedEvent>(eventFields, id, then.values, values) : []),
      { subjectId: id, field: "version", before: then?.version ?? null, after: version },
    ];
  });
}

/** Columns that the file decides. */
const saidColumns = [
  ...timeColumns,
  "calendar_id",
  "title",
  "description",
  "location",
  "link",
  "kind",
  "visibility",
  "shows_as",
  "sent_hash",
] as const;
const said = sql.join(saidColumns.map((column) => sql.ref(column)));

/** Returns events as JSON, which PostgreSQL reads as rows of `events`. */
function rowsOf(all: readonly ToKeep[], { calendarId, asHolidays }: Into): string {
  const rows = all.map(({ id, event, hash }) => {
    const isHoliday = asHolidays && event.series.allDay;
    return {
      ...columnsOf(event.series),
      id,
      calendar_id: calendarId,
      title: event.title,
      description: event.description,
      location: event.location,
      link: event.link,
      kind: isHoliday ? "holiday" : "meeting",
      visibility: event.isPrivate ? "private" : "normal",
      shows_as: isHoliday || event.isFree ? "free" : "busy",
      sent_hash: `\\x${hash.toString("hex")}`,
      ics_uid: event.uid,
    };
  });
  return JSON.stringify(rows);
}

async function insertEvents(tx: Database, change: Claim, made: readonly ToKeep[], into: Into): Promise<void> {
  const ids = made.map(({ id }) => id);
  await sql`INSERT INTO events (id, organiser_id, ics_uid, ${said})
    SELECT id, ${change.actorId}, ics_uid, ${said}
    FROM json_populate_recordset(NULL::events, ${rowsOf(made, into)}::json)`.execute(tx);
  const reminders = made.map(({ event }) => remindersOf(event, into.asHolidays && event.series.allDay));
  const texts = reminders.map((some) => (some === null ? null : JSON.stringify(some)));
  await sql`INSERT INTO event_attendees (event_id, user_id, rsvp, added_by, reminders)
    SELECT id, ${change.actorId}, 'accepted', ${change.actorId}, reminders::jsonb
    FROM unnest(${ids}::uuid[], ${texts}::text[]) AS t (id, reminders)`.execute(tx);
  await noteLeads(
    tx,
    reminders.flatMap((some) => some ?? []),
  );
}

async function updateEvents(tx: Database, known: readonly ToKeep[], into: Into): Promise<void> {
  const ids = known.map(({ id }) => id);
  const set = saidColumns.map((column) => sql`${sql.ref(column)} = t.${sql.ref(column)}`);
  await sql`UPDATE events e SET ${sql.join(set)}, version = e.version + 1, sequence = e.sequence + 1, updated_at = now()
    FROM json_populate_recordset(NULL::events, ${rowsOf(known, into)}::json) t WHERE e.id = t.id`.execute(tx);
  await sql`DELETE FROM event_exceptions WHERE event_id = ANY(${ids}::uuid[])`.execute(tx);
}

async function insertExceptions(tx: Database, all: readonly ToKeep[]): Promise<void> {
  const rows = all.flatMap(({ id, event }) =>
    event.exceptions.map(({ occurrence, kind, ...override }) => ({
      event_id: id,
      occurrence,
      kind,
      override,
    })),
  );
  if (rows.length === 0) return;
  await sql`INSERT INTO event_exceptions SELECT *
    FROM json_populate_recordset(NULL::event_exceptions, ${JSON.stringify(rows)}::json)`.execute(tx);
}

/** Returns the reminders of an event: each in the inbox, and the nearest on devices too, up to the limit. */
function remindersOf({ reminders }: IcsEvent, isHoliday: boolean): Reminder[] | null {
  if (isHoliday) return [];
  if (reminders === null) return null;
  const as = (method: Reminder["method"]) => reminders.map((minutesBefore) => ({ method, minutesBefore }));
  return [...as("inbox"), ...as("push")].slice(0, maxReminders);
}
