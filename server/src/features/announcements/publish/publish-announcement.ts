import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type Decider, decide, type RequestOrigin, recordAudit } from "../decide.ts";
import { notifyPublished } from "../notifications/notify-audience.ts";
import { assertMayPublish } from "../policy.ts";
import { isAddressedTo } from "../readable.ts";
import type { LockedAnnouncement } from "./lock-announcement.ts";
import { assertPublishable } from "./publishable.ts";

/**
 * Publishes an announcement now, or schedules it. Does nothing if it is published already.
 * @throws {AppError} `announcement_not_found`, `forbidden`, `changed_meanwhile` if the text is not the one that the
 *   viewer saw, and as `assertPublishable`.
 */
export function publishAnnouncement(
  sources: ChangeSources,
  viewer: RequestViewer,
  origin: RequestOrigin,
  { announcementId, textVersion, at }: { announcementId: string; textVersion: number; at: string | null },
): Promise<void> {
  return decide(sources, viewer, announcementId, async (tx, row) => {
    assertNotChanged({ version: row.text_version }, textVersion);
    if (at === null) return publishLocked(tx, viewer, origin, row);
    await scheduleLocked(tx, viewer, row, new Date(at));
    return false;
  });
}

/** @returns whether readers see it for the first time. */
export async function publishLocked(
  tx: Database,
  viewer: Decider,
  origin: RequestOrigin,
  row: LockedAnnouncement,
): Promise<boolean> {
  assertMayPublish(viewer);
  if (row.status === "PUBLISHED") return false;
  await assertPublishable(tx, row, new Date());
  const { rows } = await sql<{ wasRead: boolean }>`SELECT EXISTS (
    SELECT FROM announcement_reads WHERE announcement_id = ${row.id}) AS "wasRead"`.execute(tx);
  await tx
    .updateTable("announcements")
    .set({
      ...touchColumns,
      status: "PUBLISHED",
      published_at: sql`now()`,
      scheduled_for: null,
      scheduled_by: null,
      is_expiry_told: false,
    })
    .where("id", "=", row.id)
    .execute();
  await noteOwnReading(tx, viewer, row);
  await notifyPublished(tx, row, viewer.id);
  await recordAudit(tx, "announcement.published", viewer, origin, row);
  return rows[0]?.wasRead === false;
}

/** Records that the publisher has read it. */
async function noteOwnReading(tx: Database, viewer: Decider, { id }: LockedAnnouncement): Promise<void> {
  await sql`INSERT INTO announcement_reads (announcement_id, user_id, edition)
    SELECT a.id, ${viewer.id}, a.edition FROM announcements a WHERE a.id = ${id} AND ${isAddressedTo(viewer)}
    ON CONFLICT DO NOTHING`.execute(tx);
}

async function scheduleLocked(
  tx: Database,
  viewer: RequestViewer,
  row: LockedAnnouncement,
  at: Date,
): Promise<void> {
  assertMayPublish(viewer);
  // Somebody has since published it, so the viewer has not seen its current state.
  if (row.status !== "DRAFT") throw new AppError("changed_meanwhile");
  if (at.getTime() <= Date.now())
    throw new AppError("invalid_request", {
      fields: [{ path: "at", message: "This time is over. Choose a time to come." }],
    });
  await assertPublishable(tx, row, at);
  await tx
    .updateTable("announcements")
    .set({ ...touchColumns, scheduled_for: at, scheduled_by: viewer.id })
    .where("id", "=", row.id)
    .execute();
}
