import { type AnnouncementViewer, isAddressed } from "@atoll/contract/announcements/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type OpenRow, selectOpen } from "./queries.ts";
import { audienceOf, isReadable } from "./readable.ts";

/**
 * Returns an announcement that the viewer may read.
 * @throws {AppError} `announcement_not_found` if it does not exist or the viewer may not read it.
 */
export async function accessAnnouncement(
  db: Database,
  viewer: AnnouncementViewer,
  announcementId: string,
): Promise<OpenRow & { isAddressed: boolean }> {
  const row = await selectOpen(db, viewer.id, announcementId).where(isReadable(viewer)).executeTakeFirst();
  if (!row) throw new AppError("announcement_not_found");
  return { ...row, isAddressed: isAddressed(viewer, audienceOf(row)) };
}
