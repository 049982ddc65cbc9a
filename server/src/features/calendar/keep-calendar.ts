import { monthsAhead } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { broadcastChange } from "./broadcast-change.ts";
import { timeZoneDataVersion } from "./time/temporal.ts";
import { keepTimes } from "./write/keep-times.ts";

/**
 * Runs once an hour, so that a start with a new version of the time-zone data takes effect soon. Mostly it finds
 * nothing.
 */
export function keepCalendarJob(context: SliceContext): Job<Tables> {
  return {
    name: "calendar.keep",
    cron: "41 * * * *",
    async run({ signal }) {
      const eventIds = await extendTimes(context.db, new Date(), signal);
      if (eventIds.length > 0) await broadcastChange(context, { eventIds, before: [] });
      await forgetOld(context.db);
    },
  };
}

const batchSize = 100;

/**
 * Derives further times of series whose last known time is less than a month before the end of the stored period, and
 * all times that were derived with another version of the time-zone data. Each series has a transaction of its own.
 * @returns those that were derived with other data, if they are few enough to be listed.
 */
export async function extendTimes(db: Database, now: Date, signal?: AbortSignal): Promise<string[]> {
  const version = timeZoneDataVersion();
  const changed: string[] = [];
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await sql<{ id: string; is_other: boolean }>`
      SELECT id, zones_version <> ${version} AS is_other FROM events
      WHERE deleted_at IS NULL AND id > ${last}
        AND (known_until < ${now}::timestamptz + make_interval(months => ${sql.lit(monthsAhead - 1)})
          OR zones_version <> ${version})
      ORDER BY id LIMIT ${sql.lit(batchSize)}`.execute(db);
    for (const { id, is_other } of rows) {
      signal?.throwIfAborted();
      await transact(db, async (tx) => {
        await tx.selectFrom("events").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
        await keepTimes(tx, "calendar.keep", id, now);
      });
      if (is_other && changed.length < batchSize) changed.push(id);
    }
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return changed;
    last = end.id;
  }
}

/** Deletes undo data that has expired, and records of reminders sent long ago. */
async function forgetOld(db: Database): Promise<void> {
  await sql`DELETE FROM object_changes WHERE subject_kind = 'event' AND at < now() - interval '1 day'`.execute(
    db,
  );
  await sql`DELETE FROM event_reminders_sent WHERE sent_at < now() - interval '60 days'`.execute(db);
  await sql`DELETE FROM events WHERE deleted_at < now() - interval '30 days'`.execute(db);
}
