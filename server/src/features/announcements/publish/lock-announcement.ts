import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isReadable } from "../readable.ts";

/** All columns of a locked announcement. */
export type LockedAnnouncement = Awaited<ReturnType<typeof lockAnnouncement>>;

/**
 * Locks an announcement that the viewer may read until the transaction ends, and returns it.
 * @throws {AppError} `announcement_not_found`.
 */
export async function lockAnnouncement(tx: Database, viewer: RequestViewer, announcementId: string) {
  const row = await tx
    .selectFrom("announcements as a")
    .selectAll("a")
    .where("a.id", "=", announcementId)
    .where(isReadable(viewer))
    .forNoKeyUpdate("a")
    .executeTakeFirst();
  if (!row) throw new AppError("announcement_not_found");
  return row;
}
