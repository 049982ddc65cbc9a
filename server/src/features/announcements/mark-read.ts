import { type Selectable, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { finishPlace, readPlace } from "../notifications/public.ts";
import { ownRoom } from "../people/public.ts";
import type { ReadersBroadcast } from "./ledger/broadcast-readers.ts";
import { confirmedAt, openedAt } from "./notifications/notify-audience.ts";
import { presentReadStatus } from "./present.ts";
import { accessAnnouncement } from "./public.ts";
import { isForViewer } from "./readable.ts";

type Read = Selectable<Tables["announcement_reads"]>;

/**
 * Records that a reader has opened the current edition. Does nothing if they already have.
 * @returns undefined if the viewer is not in the audience and reads it for another reason.
 * @throws {AppError} `announcement_not_found`.
 */
export async function markRead(
  context: SliceContext,
  broadcastToReaders: ReadersBroadcast,
  viewer: RequestViewer,
  announcementId: string,
) {
  const { db } = context;
  const { rows } = await sql<Read>`INSERT INTO announcement_reads (announcement_id, user_id, edition)
    SELECT a.id, ${viewer.id}, a.edition FROM announcements a
    WHERE a.id = ${announcementId} AND ${isForViewer(viewer)}
    ON CONFLICT DO NOTHING RETURNING *`.execute(db);
  const [read] = rows;
  if (read) {
    await readPlace(db, viewer.id, { id: announcementId, seq: openedAt(read.edition) });
    return notifyDevices(context, broadcastToReaders, read);
  }
  const row = await accessAnnouncement(db, viewer, announcementId);
  if (!row.read) return null;
  // A mention may have been added since the first opening.
  await readPlace(db, viewer.id, { id: announcementId, seq: openedAt(row.read.edition) });
  return presentReadStatus(viewer.id, row.read);
}

/**
 * Records that a reader confirms having read an edition.
 * @param edition the one that was shown.
 * @throws {AppError} `announcement_not_found`; `changed_meanwhile` if there is a newer edition;
 *   `confirmation_not_asked` if none is required, or the viewer is not in the audience.
 */
export async function confirmAnnouncement(
  context: SliceContext,
  broadcastToReaders: ReadersBroadcast,
  viewer: RequestViewer,
  { announcementId, edition }: { announcementId: string; edition: number },
) {
  const { db } = context;
  // One statement, so that a concurrent important change is either seen, or the confirmation is for the edition before
  // it.
  const { rows } =
    await sql<Read>`INSERT INTO announcement_reads AS there (announcement_id, user_id, edition, confirmed_at)
    SELECT a.id, ${viewer.id}, a.edition, now() FROM announcements a
    WHERE a.id = ${announcementId} AND ${isForViewer(viewer)} AND a.must_read AND a.edition = ${edition}
    ON CONFLICT (announcement_id, user_id, edition)
      DO UPDATE SET confirmed_at = coalesce(there.confirmed_at, excluded.confirmed_at)
    RETURNING *`.execute(db);
  const [read] = rows;
  if (!read) throw await whyNot(db, viewer, announcementId, edition);
  await finishPlace(db, viewer.id, { id: announcementId, seq: confirmedAt(edition) });
  return notifyDevices(context, broadcastToReaders, read);
}

async function whyNot(db: Database, viewer: RequestViewer, announcementId: string, edition: number) {
  const row = await accessAnnouncement(db, viewer, announcementId);
  return new AppError(row.edition === edition ? "confirmation_not_asked" : "changed_meanwhile");
}

/** Sends the read status to all of the reader's devices, and an event to viewers of the ledger. */
function notifyDevices({ realtime }: SliceContext, broadcastToReaders: ReadersBroadcast, read: Read) {
  const { announcement_id: announcementId, user_id: userId } = read;
  const readStatus = presentReadStatus(userId, read);
  realtime.send(ownRoom(userId), "announcement.read", { announcementId, readStatus });
  broadcastToReaders(announcementId);
  return readStatus;
}
