import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { type Deciding, note, withLockedAnnouncement } from "./decide.ts";
import { refreshNotificationsOf } from "./notifications/notify-audience.ts";
import { assertMayPublish } from "./policy.ts";
import { changed, type LockedAnnouncement } from "./publish/lock-announcement.ts";

/**
 * Archives a published announcement: its readers see it no longer.
 * @throws {AppError} `announcement_not_found`, `forbidden`, `announcement_not_published`.
 */
export const archiveAnnouncement = withLockedAnnouncement(archiveLocked);

/** Archives a locked announcement. */
export async function archiveLocked(
  tx: Database,
  viewer: RequestViewer,
  deciding: Deciding,
  row: LockedAnnouncement,
): Promise<void> {
  assertMayPublish(viewer);
  if (row.status === "ARCHIVED") return;
  if (row.status === "DRAFT") throw new AppError("announcement_not_published");
  await tx
    .updateTable("announcements")
    .set({ ...changed, status: "ARCHIVED" })
    .where("id", "=", row.id)
    .execute();
  await refreshNotificationsOf(tx, [row.id]);
  await note(tx, "announcement.archived", viewer, deciding, row);
}
