import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { EventSnapshot } from "../tables.ts";
import { selectWhole } from "./hold-event.ts";

/** What an event is now, to take a change of it back. */
export async function takeSnapshot(tx: Database, eventId: string): Promise<EventSnapshot> {
  const { id, version, sequence, deleted_at, ...event } = await selectWhole(tx)
    .where("e.id", "=", eventId)
    .executeTakeFirstOrThrow();
  const [exceptions, attendees, answers] = [
    await tx
      .selectFrom("event_exceptions")
      .select(["occurrence", "kind", "override"])
      .where("event_id", "=", eventId)
      .execute(),
    await tx
      .selectFrom("event_attendees")
      .select(["user_id", "rsvp", "note", "response_at", "added_by", "via_kind", "via_id", "reminders"])
      .where("event_id", "=", eventId)
      .execute(),
    await tx
      .selectFrom("event_answers")
      .select(["occurrence", "user_id", "rsvp", "note", "response_at"])
      .where("event_id", "=", eventId)
      .execute(),
  ];
  const written = <Row extends { response_at: Date | null }>(row: Row) => ({
    ...row,
    response_at: row.response_at?.toISOString() ?? null,
  });
  return { event, exceptions, attendees: attendees.map(written), answers: answers.map(written) };
}

/**
 * Puts an event back to what it was; who was invited since is not any more.
 * @param since answers that were given from then on stay; null: none of them.
 */
export async function putBack(
  tx: Database,
  eventId: string,
  { event, exceptions, attendees, answers }: EventSnapshot,
  since: Date | null,
): Promise<void> {
  const isOld = sql<boolean>`coalesce(response_at <= ${since}::timestamptz, true)`;
  await tx.updateTable("events").set(event).where("id", "=", eventId).execute();
  await tx.deleteFrom("event_exceptions").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("event_answers").where("event_id", "=", eventId).where(isOld).execute();
  await tx
    .deleteFrom("event_attendees")
    .where("event_id", "=", eventId)
    .where(sql<boolean>`user_id <> ALL(${attendees.map((one) => one.user_id)}::uuid[])`)
    .execute();
  for (const { reminders, response_at: at, ...one } of attendees) {
    const texts = { reminders: reminders === null ? null : JSON.stringify(reminders) };
    const row = { ...one, ...texts, response_at: at === null ? null : new Date(at) };
    await tx
      .insertInto("event_attendees")
      .values({ event_id: eventId, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["event_id", "user_id"])
          .doUpdateSet(row)
          .where(sql<boolean>`coalesce(event_attendees.response_at <= ${since}::timestamptz, true)`),
      )
      .execute();
  }
  for (const { override, ...one } of exceptions)
    await tx
      .insertInto("event_exceptions")
      .values({ event_id: eventId, ...one, override: JSON.stringify(override) })
      .execute();
  for (const { response_at: at, ...one } of answers)
    await tx
      .insertInto("event_answers")
      .values({ event_id: eventId, ...one, response_at: at === null ? null : new Date(at) })
      .onConflict((conflict) => conflict.columns(["event_id", "occurrence", "user_id"]).doNothing())
      .execute();
}

/** Notes what an event was before a change, once the change has been made. */
export async function noteChange(
  tx: Database,
  change: { changeId: string; actorId: string; hash: Buffer },
  eventId: string,
  before: EventSnapshot | null,
): Promise<void> {
  await sql`INSERT INTO event_changes (change_id, event_id, actor_id, version, before, sent_hash)
    SELECT ${change.changeId}, e.id, ${change.actorId}, e.version, ${before === null ? null : JSON.stringify(before)}::jsonb,
      ${change.hash} FROM events e WHERE e.id = ${eventId}`.execute(tx);
}

/**
 * Whether this very change was made before; its answer was lost.
 * @throws {AppError} `change_id_taken` where it was another one.
 */
export async function isMadeAlready(
  tx: Database,
  change: { changeId: string; actorId: string; hash: Buffer },
): Promise<boolean> {
  // Two that are sent at once wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${change.changeId}, 0))`.execute(tx);
  const row = await tx
    .selectFrom("event_changes")
    .select(["actor_id", "sent_hash"])
    .where("change_id", "=", change.changeId)
    .executeTakeFirst();
  if (!row) return false;
  if (row.actor_id !== change.actorId || !row.sent_hash.equals(change.hash))
    throw new AppError("change_id_taken");
  return true;
}
