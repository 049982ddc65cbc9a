import type { RequestViewer } from "../identity/access.ts";
import { type Deciding, decide, note } from "./decide.ts";
import { assertMayEdit } from "./policy.ts";
import type { AnnouncementSources } from "./tell-of-change.ts";
import { retellOf } from "./told-places.ts";

/**
 * Deletes an announcement, with all that hangs on it: one's own draft, or as somebody who publishes.
 * @throws {AppError} `announcement_not_found`, `forbidden`.
 */
export function deleteAnnouncement(
  sources: AnnouncementSources,
  viewer: RequestViewer,
  deciding: Deciding,
  announcementId: string,
): Promise<void> {
  return decide(sources, viewer, announcementId, async (tx, row) => {
    assertMayEdit(viewer, row);
    await retellOf(tx, [row.id]);
    await tx.deleteFrom("announcements").where("id", "=", row.id).execute();
    await note(tx, "announcement.deleted", viewer, deciding, row);
    return false;
  });
}
