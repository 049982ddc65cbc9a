import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { columnsIn, timeColumns, writtenColumns } from "../event-columns.ts";

/** What a person does at one go, by the id that their browser gave it. */
export interface ChangeOfPerson {
  changeId: string;
  actorId: string;
  /** Of all that was sent. */
  hash: Buffer;
}

/** What an import compares files by goes back as well. */
const notedColumns = [...writtenColumns, "sent_hash"] as const;

/** SQL: everything about the event `e` that a change may change, as JSON. */
const snapshot = sql`jsonb_build_object(
  'event', (SELECT to_jsonb(noted) FROM (SELECT ${sql.join(columnsIn("e", notedColumns).map((column) => sql.ref(column)))}) noted),
  'exceptions', (SELECT coalesce(jsonb_agg(to_jsonb(x)), '[]') FROM event_exceptions x WHERE x.event_id = e.id),
  'attendees', (SELECT coalesce(jsonb_agg(to_jsonb(a) - '{start_at,end_at}'::text[]), '[]')
    FROM event_attendees a WHERE a.event_id = e.id),
  'answers', (SELECT coalesce(jsonb_agg(to_jsonb(y)), '[]') FROM event_answers y WHERE y.event_id = e.id))`;

/** Notes what events are before a change that gives each of them its next version. */
export async function noteBefore(
  tx: Database,
  { changeId, actorId, hash }: ChangeOfPerson,
  eventIds: readonly string[],
): Promise<void> {
  await sql`INSERT INTO event_changes (change_id, event_id, actor_id, version, before, sent_hash)
    SELECT ${changeId}, e.id, ${actorId}, e.version + 1, ${snapshot}, ${hash}
    FROM events e WHERE e.id = ANY(${eventIds}::uuid[])`.execute(tx);
}

/** Notes that a change has made events. */
export async function noteMade(
  tx: Database,
  { changeId, actorId, hash }: ChangeOfPerson,
  eventIds: readonly string[],
): Promise<void> {
  await sql`INSERT INTO event_changes (change_id, event_id, actor_id, version, sent_hash)
    SELECT ${changeId}, e.id, ${actorId}, e.version, ${hash}
    FROM events e WHERE e.id = ANY(${eventIds}::uuid[])`.execute(tx);
}

/**
 * Whether this very change was made before; its answer was lost.
 * @throws {AppError} `change_id_taken` where it was another one.
 */
export async function isMadeAlready(
  tx: Database,
  { changeId, actorId, hash }: ChangeOfPerson,
): Promise<boolean> {
  // Two that are sent at once wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${changeId}, 0))`.execute(tx);
  const row = await tx
    .selectFrom("event_changes")
    .select(["actor_id", "sent_hash"])
    .where("change_id", "=", changeId)
    .executeTakeFirst();
  if (!row) return false;
  if (row.actor_id !== actorId || !row.sent_hash.equals(hash)) throw new AppError("change_id_taken");
  return true;
}

/**
 * Puts the events that a change has changed back to what they were; who was invited since is not any more. What was
 * answered since stays where it was an answer to these very times.
 */
export async function putBack(tx: Database, changeId: string, eventIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ event_id: string; since: string | null }>`SELECT c.event_id,
      CASE WHEN (${times("e")}) IS NOT DISTINCT FROM (${times("b")}) THEN c.at::text END AS since
    FROM event_changes c JOIN events e ON e.id = c.event_id, ${eventBefore}
    WHERE c.change_id = ${changeId} AND c.event_id = ANY(${eventIds}::uuid[])`.execute(tx);
  const before = sql`(SELECT c.event_id, c.before, s.since FROM event_changes c
    JOIN unnest(${rows.map((row) => row.event_id)}::uuid[], ${rows.map((row) => row.since)}::timestamptz[]) AS s (event_id, since)
      ON s.event_id = c.event_id WHERE c.change_id = ${changeId}) c`;
  const isOld = (column: string) => sql`coalesce(${sql.ref(column)} <= c.since, true)`;
  const set = writtenColumns.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`);
  await sql`UPDATE events e SET ${sql.join(set)}, sent_hash = coalesce(b.sent_hash, e.sent_hash)
    FROM ${before}, ${eventBefore} WHERE e.id = c.event_id`.execute(tx);
  await sql`DELETE FROM event_exceptions WHERE event_id = ANY(${eventIds}::uuid[])`.execute(tx);
  await sql`INSERT INTO event_exceptions (event_id, occurrence, kind, override)
    SELECT c.event_id, x.occurrence, x.kind, x.override
    FROM ${before}, jsonb_populate_recordset(NULL::event_exceptions, c.before->'exceptions') x`.execute(tx);
  await sql`DELETE FROM event_answers y USING ${before}
    WHERE y.event_id = c.event_id AND ${isOld("y.response_at")}`.execute(tx);
  await sql`DELETE FROM event_attendees a USING ${before} WHERE a.event_id = c.event_id
    AND NOT c.before->'attendees' @> jsonb_build_array(jsonb_build_object('user_id', a.user_id))`.execute(tx);
  const attendee = ["rsvp", "note", "response_at", "added_by", "via_kind", "via_id", "reminders"].map(
    sql.ref,
  );
  const again = attendee.map((column) => sql`${column} = excluded.${column}`);
  await sql`WITH c AS MATERIALIZED (SELECT * FROM ${before})
    INSERT INTO event_attendees AS a (event_id, user_id, ${sql.join(attendee)})
    SELECT c.event_id, b.user_id, ${sql.join(attendee)}
    FROM c, jsonb_populate_recordset(NULL::event_attendees, c.before->'attendees') b
    ON CONFLICT (event_id, user_id) DO UPDATE SET ${sql.join(again)}
    WHERE coalesce(a.response_at <= (SELECT c.since FROM c WHERE c.event_id = a.event_id), true)`.execute(tx);
  await sql`INSERT INTO event_answers (event_id, occurrence, user_id, rsvp, note, response_at)
    SELECT c.event_id, y.occurrence, y.user_id, y.rsvp, y.note, y.response_at
    FROM ${before}, jsonb_populate_recordset(NULL::event_answers, c.before->'answers') y
    ON CONFLICT DO NOTHING`.execute(tx);
}

const eventBefore = sql`jsonb_populate_record(NULL::events, c.before->'event') b`;

function times(alias: string): RawBuilder<unknown> {
  return sql.join(columnsIn(alias, timeColumns).map((column) => sql.ref(column)));
}
