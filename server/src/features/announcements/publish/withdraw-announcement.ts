import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { type LockedDecision, recordAudit, withLockedAnnouncement } from "../decide.ts";
import { refreshNotificationsOf } from "../notifications/notify-audience.ts";
import { assertMayPublish } from "../policy.ts";

/** Withdraws a locked announcement. */
export const withdrawLocked: LockedDecision = async (tx, viewer, origin, row) => {
  assertMayPublish(viewer);
  if (row.status === "DRAFT" && row.scheduled_for === null) return;
  await tx
    .updateTable("announcements")
    .set({ ...touchColumns, status: "DRAFT", published_at: null, scheduled_for: null, scheduled_by: null })
    .where("id", "=", row.id)
    .execute();
  await refreshNotificationsOf(tx, [row.id]);
  if (row.status !== "DRAFT") await recordAudit(tx, "announcement.withdrawn", viewer, origin, row);
};

/**
 * Turns a scheduled or published announcement back into a draft.
 * @throws {AppError} `announcement_not_found`, `forbidden`.
 */
export const withdrawAnnouncement = withLockedAnnouncement(withdrawLocked);
