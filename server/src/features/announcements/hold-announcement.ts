import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { isReadable } from "./readable.ts";

/** Every column of an announcement that is held until the transaction ends. */
export type HeldAnnouncement = Awaited<ReturnType<typeof holdAnnouncement>>;

/**
 * Holds an announcement that the viewer may read, so that nobody changes it until the transaction ends.
 * @throws {AppError} `announcement_not_found`.
 */
export async function holdAnnouncement(tx: Database, viewer: RequestViewer, announcementId: string) {
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

/** What every change of an announcement sets. */
export const changed = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
};
