import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import { nudgeHours } from "@atoll/contract/announcements/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { notifyNudged } from "../notifications/notify-audience.ts";
import { fromReaders, isOpen, type Ledgered } from "./readers.ts";

/**
 * Reminds readers who still have to read or confirm an announcement, each at most once a day, however many managers
 * press the button: the row of the nudge decides. The viewer is not reminded.
 * @param personIds null for everybody who is open.
 * @returns how many were reminded.
 * @throws {AppError} `nudged_already` if that is nobody.
 */
export function nudgeReaders(
  db: Database,
  viewer: RequestViewer,
  row: Ledgered & { priority: AnnouncementPriority },
  personIds: readonly string[] | null,
): Promise<number> {
  return transact(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO announcement_nudges AS there (announcement_id, user_id)
      SELECT ${row.id}, p.id ${fromReaders(row)} AND ${isOpen(row)} AND p.id <> ${viewer.id}
        AND (${personIds}::uuid[] IS NULL OR p.id = ANY(${personIds}::uuid[])) ORDER BY p.id
      ON CONFLICT (announcement_id, user_id) DO UPDATE SET count = there.count + 1, nudged_at = now()
        WHERE there.nudged_at <= now() - make_interval(hours => ${sql.lit(nudgeHours)})
      RETURNING user_id AS id`.execute(tx);
    if (rows.length === 0) throw new AppError("nudged_already");
    await notifyNudged(
      tx,
      row,
      viewer.id,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}
