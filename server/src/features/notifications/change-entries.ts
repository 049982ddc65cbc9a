import { longestSnoozeMs } from "@atoll/contract/notifications/limits";
import type { EntryChange } from "@atoll/contract/notifications/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { presentState } from "./present.ts";
import { type EntryRow, findEntries, type Reading } from "./queries.ts";

/**
 * Changes the state of some of a person's entries: read, done or snoozed, or the reverse. Other people's and unreadable
 * entries are ignored like missing ones. An entry that asks for something stays unread until the person has done it,
 * and can only be snoozed. The database announces the change to their devices.
 * @returns the previous state of each, in the form of a change that undoes this one.
 * @throws {AppError} `snooze_out_of_range`.
 */
export async function changeEntries(
  reading: Reading,
  userId: string,
  changes: readonly EntryChange[],
): Promise<{ ids: string[]; before: ReturnType<typeof stateOf>[] }> {
  assertInRange(changes);
  const wanted = new Map(changes.map((change) => [change.id, change]));
  return transact(reading.db, async (tx: Database) => {
    // Serialise changes from two devices, locking rows in a fixed order.
    await sql`SELECT FROM notifications WHERE user_id = ${userId} AND id = ANY(${[...wanted.keys()]}::uuid[])
      ORDER BY id FOR UPDATE`.execute(tx);
    const rows = await findEntries({ ...reading, db: tx }, [userId], [...wanted.keys()]);
    const after = rows.map((row) => ({
      id: row.id,
      ...presentState(row),
      ...allowedOf(row, wanted.get(row.id)),
    }));
    // Unchanged states keep their times, and unchanged rows are not announced.
    await sql`UPDATE notifications n SET
        read_at = CASE WHEN c.is_read THEN coalesce(n.read_at, now()) END,
        done_at = CASE WHEN c.is_done THEN coalesce(n.done_at, now()) END,
        snoozed_until = c.snoozed_until
      FROM unnest(
        ${after.map(({ id }) => id)}::uuid[], ${after.map(({ isRead }) => isRead)}::boolean[],
        ${after.map(({ isDone }) => isDone)}::boolean[], ${after.map(({ snoozedUntil }) => snoozedUntil)}::timestamptz[]
      ) AS c (id, is_read, is_done, snoozed_until)
      WHERE n.id = c.id AND (n.read_at IS NOT NULL, n.done_at IS NOT NULL, n.snoozed_until)
        IS DISTINCT FROM (c.is_read, c.is_done, c.snoozed_until)`.execute(tx);
    return { ids: rows.map(({ id }) => id), before: rows.map(stateOf) };
  });
}

function stateOf(row: EntryRow) {
  return { id: row.id, ...presentState(row) };
}

function allowedOf(row: EntryRow, { isRead, isDone, snoozedUntil }: Partial<EntryChange> = {}) {
  return {
    ...(isRead === undefined || row.is_owed ? {} : { isRead }),
    ...(isDone === undefined || row.is_owed ? {} : { isDone }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
  };
}

function assertInRange(changes: readonly EntryChange[]): void {
  const now = Date.now();
  for (const { snoozedUntil } of changes) {
    if (!snoozedUntil) continue;
    const ms = Date.parse(snoozedUntil) - now;
    if (ms <= 0 || ms > longestSnoozeMs) throw new AppError("snooze_out_of_range");
  }
}
