import { note, withLockedAnnouncement } from "./decide.ts";
import { refreshNotificationsOf } from "./notifications/notify-audience.ts";
import { assertMayEdit } from "./policy.ts";

/**
 * Deletes an announcement with its comments, files and reads: a draft of the viewer's own, or any as a publisher.
 * @throws {AppError} `announcement_not_found`, `forbidden`.
 */
export const deleteAnnouncement = withLockedAnnouncement(async (tx, viewer, deciding, row) => {
  assertMayEdit(viewer, row);
  await refreshNotificationsOf(tx, [row.id]);
  await tx.deleteFrom("announcements").where("id", "=", row.id).execute();
  await note(tx, "announcement.deleted", viewer, deciding, row);
});
