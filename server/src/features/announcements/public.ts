import { type AnnouncementViewer, isAddressed } from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { entryText, type NewestEntry, type NewestQuery } from "../../platform/kinds/newest-entry.ts";
import type { Database } from "../../tables.ts";
import { listedAt, type OpenRow, selectOpen } from "./queries.ts";
import { audienceOf, isForViewer, isReadable } from "./readable.ts";

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

/** Returns the newest published announcements that are for the viewer. */
export async function newestAnnouncements(
  db: Database,
  viewer: AnnouncementViewer,
  query: NewestQuery,
): Promise<NewestEntry[]> {
  const rows = await db
    .selectFrom("announcements as a")
    .select(["a.id", "a.title", "a.version", listedAt.as("at")])
    .select(entryText(sql<string>`a.content`, query).as("text"))
    .where(isForViewer(viewer))
    .orderBy(listedAt, "desc")
    .orderBy("a.id", "desc")
    .limit(query.count)
    .execute();
  return rows.map((row) => ({ ...row, path: `/announcements/${row.id}` }));
}
