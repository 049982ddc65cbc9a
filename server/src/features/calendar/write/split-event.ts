import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { sameInEachAttempt } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { Series } from "../time/series.ts";
import { seriesApart } from "../time/series-thread.ts";
import type { HeldEvent } from "./hold-event.ts";
import type { LockedEvent } from "./locked-event.ts";
import { columnsOf, seriesOf } from "./series-of.ts";

/** A series split before one of its occurrences. */
export interface Cut {
  /** Null if no occurrence is before it. */
  head: Series | null;
  tail: Series;
}

/**
 * Returns the two parts of a series. A head with only cancelled occurrences counts as empty.
 * @throws {AppError} `occurrence_not_found`
 */
export async function cutBefore(
  tx: Database,
  owner: string,
  event: HeldEvent,
  occurrence: string,
): Promise<Cut> {
  const cancelled = await tx
    .selectFrom("event_exceptions")
    .select("occurrence")
    .where("event_id", "=", event.id)
    .where("kind", "=", "cancel")
    .execute();
  const gone = new Set(cancelled.map((one) => one.occurrence));
  const series = seriesOf(event);
  const removed = [...new Set([...series.removed, ...gone])];
  const split = await seriesApart(owner).split({ ...series, removed }, occurrence);
  if (!split) throw new AppError("occurrence_not_found");
  const without = (part: Series) => ({ ...part, removed: part.removed.filter((name) => !gone.has(name)) });
  return { head: split.head && without(split.head), tail: without(split.tail) };
}

/** Ends an event before one of its occurrences, and deletes the exceptions after that. */
export async function endBefore(
  tx: Database,
  event: HeldEvent,
  head: Series,
  occurrence: string,
): Promise<void> {
  await tx
    .updateTable("events")
    .set({ ...columnsOf(head), sequence: event.sequence + 1 })
    .where("id", "=", event.id)
    .execute();
  for (const table of ["event_exceptions", "event_answers"] as const)
    await tx
      .deleteFrom(table)
      .where("event_id", "=", event.id)
      .where("occurrence", ">=", occurrence)
      .execute();
}

/**
 * Creates an event from an occurrence and all that follow, with the attendees, their answers, and the exceptions.
 * @returns its ID.
 */
export async function makeTail(
  tx: Database,
  event: LockedEvent,
  tail: Series,
  occurrence: string,
): Promise<string> {
  // Its times depend on its exceptions, which carry its id: see `outsideTransaction`.
  const id = sameInEachAttempt(`tail of ${event.id} from ${occurrence}`, uuidv7);
  const { id: headId, version, deleted_at, ics_uid, sequence, parts, ...row } = event;
  await tx
    .insertInto("events")
    .values({ ...row, ...columnsOf(tail), id, sent_hash: Buffer.alloc(0) })
    .execute();
  await sql`SELECT copy_guest_access('event', ${headId}, ${id})`.execute(tx);
  await sql`INSERT INTO event_attendees
      (event_id, user_id, rsvp, note, response_at, added_by, via_kind, via_id, reminders)
    SELECT ${id}, user_id, rsvp, note, response_at, added_by, via_kind, via_id, reminders
    FROM event_attendees WHERE event_id = ${headId}
    ON CONFLICT (event_id, user_id) DO UPDATE SET rsvp = excluded.rsvp, note = excluded.note,
      response_at = excluded.response_at, reminders = excluded.reminders`.execute(tx);
  await sql`INSERT INTO event_exceptions (event_id, occurrence, kind, override)
    SELECT ${id}, occurrence, kind, override FROM event_exceptions
    WHERE event_id = ${headId} AND occurrence >= ${occurrence}`.execute(tx);
  await sql`INSERT INTO event_answers (event_id, occurrence, user_id, rsvp, note, response_at)
    SELECT ${id}, occurrence, user_id, rsvp, note, response_at FROM event_answers
    WHERE event_id = ${headId} AND occurrence >= ${occurrence}`.execute(tx);
  return id;
}
