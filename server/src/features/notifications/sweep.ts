import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";
import { forgetPushKeys } from "./push/keys.ts";

/** Entries that are read or done are kept for this long, and unread ones for longer. */
const settledDays = 90;
const unreadDays = 365;
/** Maximum entries per inbox. The oldest are deleted first. */
export const maxEntriesPerPerson = 10_000;
const batchSize = 1_000;

/** Sweeps once a night. */
export function sweepNotificationsJob({ db }: { db: Database }): Job<Tables> {
  return {
    name: "notifications.sweep",
    cron: "17 3 * * *",
    async run({ signal }) {
      await sweepNotifications(db, signal);
      await sweepPush(db);
      await forgetPushKeys(db);
    },
  };
}

/** Deletes what nothing is pushed to any more, and what the tokens were of that have run out. */
async function sweepPush(db: Database): Promise<void> {
  await sql`DELETE FROM push_subscriptions s USING sessions z WHERE z.id = s.session_id AND z.expires_at < now()`.execute(
    db,
  );
  await sql`DELETE FROM push_acts WHERE at < now() - interval '3 days'`.execute(db);
}

/** Deletes old entries, and the oldest of people with too many. Snoozed ones are kept until they return. */
export async function sweepNotifications(db: Database, signal?: AbortSignal): Promise<void> {
  const days = (count: number) => sql`now() - ${sql.lit(`${count} days`)}::interval`;
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications
      WHERE at < ${days(settledDays)} AND snoozed_until IS NULL
        AND (at < ${days(unreadDays)} OR read_at < ${days(settledDays)} OR done_at < ${days(settledDays)})
      ORDER BY at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED)`.execute(db);
    if (numAffectedRows < BigInt(batchSize)) break;
  }
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM notifications
    GROUP BY user_id HAVING count(*) > ${sql.lit(maxEntriesPerPerson)}`.execute(db);
  for (const { user_id: userId } of rows) {
    signal?.throwIfAborted();
    await sql`DELETE FROM notifications WHERE user_id = ${userId} AND id IN (
      SELECT id FROM notifications WHERE user_id = ${userId}
      ORDER BY at DESC, id DESC OFFSET ${sql.lit(maxEntriesPerPerson)})`.execute(db);
  }
}
