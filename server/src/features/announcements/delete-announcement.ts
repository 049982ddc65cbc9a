import { recordAudit, withLockedAnnouncement } from "./decide.ts";
import { refreshNotificationsOf } from "./notifications/notify-audience.ts";
import { assertMayEdit } from "./policy.ts";

/**
 * Deletes an announcement with its comments, files and reads: a draft of the viewer's own, or any as a publisher.
 * @throws {AppError} `announcement_not_found`, `forbidden`.
 */
export const deleteAnnouncement = withLockedAnnouncement(async (tx, viewer, origin, row) => {
  assertMayEdit(viewer, row);
  await refreshNotificationsOf(tx, [row.id]);
  await tx.deleteFrom("announcements").where("id", "=", row.id).execute();
  await recordAudit(tx, "announcement.deleted", viewer, origin, row);
});
