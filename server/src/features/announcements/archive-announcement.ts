import { AppError } from "../../platform/app-error.ts";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import { type LockedDecision, recordAudit, withLockedAnnouncement } from "./decide.ts";
import { refreshNotificationsOf } from "./notifications/notify-audience.ts";
import { assertMayPublish } from "./policy.ts";

/** Archives a locked announcement. */
export const archiveLocked: LockedDecision = async (tx, viewer, origin, row) => {
  assertMayPublish(viewer);
  if (row.status === "ARCHIVED") return;
  if (row.status === "DRAFT") throw new AppError("announcement_not_published");
  await tx
    .updateTable("announcements")
    .set({ ...touchColumns, status: "ARCHIVED" })
    .where("id", "=", row.id)
    .execute();
  await refreshNotificationsOf(tx, [row.id]);
  await recordAudit(tx, "announcement.archived", viewer, origin, row);
};

/**
 * Archives a published announcement: its readers see it no longer.
 * @throws {AppError} `announcement_not_found`, `forbidden`, `announcement_not_published`.
 */
export const archiveAnnouncement = withLockedAnnouncement(archiveLocked);
