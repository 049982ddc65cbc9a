import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type Deciding, note, withLockedAnnouncement } from "../decide.ts";
import { refreshNotificationsOf } from "../notifications/notify-audience.ts";
import { assertMayPublish } from "../policy.ts";
import { changed, type LockedAnnouncement } from "./lock-announcement.ts";

/**
 * Turns a scheduled or published announcement back into a draft. @throws {AppError} `announcement_not_found`,
 * `forbidden`.
 */
export const withdrawAnnouncement = withLockedAnnouncement(withdrawLocked);

/** Withdraws a locked announcement. */
export async function withdrawLocked(
  tx: Database,
  viewer: RequestViewer,
  deciding: Deciding,
  row: LockedAnnouncement,
): Promise<void> {
  assertMayPublish(viewer);
  if (row.status === "DRAFT" && row.scheduled_for === null) return;
  await tx
    .updateTable("announcements")
    .set({ ...changed, status: "DRAFT", published_at: null, scheduled_for: null, scheduled_by: null })
    .where("id", "=", row.id)
    .execute();
  await refreshNotificationsOf(tx, [row.id]);
  if (row.status !== "DRAFT") await note(tx, "announcement.withdrawn", viewer, deciding, row);
}
