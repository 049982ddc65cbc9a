import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import { nudgeHours } from "@atoll/contract/announcements/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isCurrent } from "../audience.ts";
import { notifyNudged } from "../notifications/notify-audience.ts";
import { fromReaders, isOpen, type Ledgered } from "./readers.ts";

/**
 * Reminds readers who still have to read or confirm an announcement, each at most once a day, however many managers
 * press the button: the row of the nudge decides. The viewer is not reminded.
 * @param personIds null for everybody who is open.
 * @returns how many were reminded.
 * @throws {AppError} `announcement_not_published` if it is archived or has expired: nobody could read it; `nudged_already`
 *   if there is nobody to remind.
 */
export function nudgeReaders(
  db: Database,
  viewer: RequestViewer,
  row: Ledgered & { priority: AnnouncementPriority },
  personIds: readonly string[] | null,
): Promise<number> {
  return transact(db, async (tx) => {
    const current = await tx
      .selectFrom("announcements as a")
      .select("a.id")
      .where("a.id", "=", row.id)
      .where(isCurrent)
      .forShare("a")
      .executeTakeFirst();
    if (!current) throw new AppError("announcement_not_published");
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
