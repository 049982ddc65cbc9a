import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/changed-meanwhile.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { type Decider, type Deciding, decide, note } from "./decide.ts";
import { changed, type HeldAnnouncement } from "./hold-announcement.ts";
import { assertMayPublish } from "./policy.ts";
import { assertPublishable } from "./publishable.ts";
import { isAddressedTo } from "./readable.ts";
import type { AnnouncementSources } from "./tell-of-change.ts";
import { tellPublished } from "./told-places.ts";

/**
 * Publishes an announcement at once, or has it published at a time. To publish again what is out changes nothing.
 * @throws {AppError} `announcement_not_found`, `forbidden`, `changed_meanwhile` where the text is not the one that was
 *   seen, and as `assertPublishable`.
 */
export function publishAnnouncement(
  sources: AnnouncementSources,
  viewer: RequestViewer,
  deciding: Deciding,
  { announcementId, textVersion, at }: { announcementId: string; textVersion: number; at: string | null },
): Promise<void> {
  return decide(sources, viewer, announcementId, async (tx, row) => {
    assertNotChanged({ version: row.text_version }, textVersion);
    if (at === null) return publishHeld(tx, viewer, deciding, row);
    await scheduleHeld(tx, viewer, row, new Date(at));
    return false;
  });
}

/** @returns whether this is the first that anybody sees of it. */
export async function publishHeld(
  tx: Database,
  viewer: Decider,
  deciding: Deciding,
  row: HeldAnnouncement,
): Promise<boolean> {
  assertMayPublish(viewer);
  if (row.status === "PUBLISHED") return false;
  await assertPublishable(tx, row, new Date());
  const { rows } = await sql<{ wasRead: boolean }>`SELECT EXISTS (
    SELECT FROM announcement_reads WHERE announcement_id = ${row.id}) AS "wasRead"`.execute(tx);
  await tx
    .updateTable("announcements")
    .set({
      ...changed,
      status: "PUBLISHED",
      published_at: sql`now()`,
      scheduled_for: null,
      scheduled_by: null,
      is_expiry_told: false,
    })
    .where("id", "=", row.id)
    .execute();
  await noteOwnReading(tx, viewer, row);
  await tellPublished(tx, row, viewer.id);
  await note(tx, "announcement.published", viewer, deciding, row);
  return rows[0]?.wasRead === false;
}

/** Whoever publishes it has read it. */
async function noteOwnReading(tx: Database, viewer: Decider, { id }: HeldAnnouncement): Promise<void> {
  await sql`INSERT INTO announcement_reads (announcement_id, user_id, edition)
    SELECT a.id, ${viewer.id}, a.edition FROM announcements a WHERE a.id = ${id} AND ${isAddressedTo(viewer)}
    ON CONFLICT DO NOTHING`.execute(tx);
}

async function scheduleHeld(
  tx: Database,
  viewer: RequestViewer,
  row: HeldAnnouncement,
  at: Date,
): Promise<void> {
  assertMayPublish(viewer);
  // Somebody published it meanwhile: that is not what was looked at.
  if (row.status !== "DRAFT") throw new AppError("changed_meanwhile");
  if (at.getTime() <= Date.now())
    throw new AppError("invalid_request", {
      fields: [{ path: "at", message: "This time is over. Choose a time to come." }],
    });
  await assertPublishable(tx, row, at);
  await tx
    .updateTable("announcements")
    .set({ ...changed, scheduled_for: at, scheduled_by: viewer.id })
    .where("id", "=", row.id)
    .execute();
}
