import { type Act, recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources, Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { broadcastChange } from "./notifications/broadcast-change.ts";
import { type LockedAnnouncement, lockAnnouncement } from "./publish/lock-announcement.ts";
import { roomsOf } from "./rooms.ts";

/** The network address of the request, for the audit log; empty for the server itself. */
export interface RequestOrigin {
  address: string;
}

/** The person who decides, or in whose name the server does. */
export type Decider = Pick<Colleague, "id" | "name" | "roles" | "permissions" | "departments">;

/**
 * Runs `work` with the lock on an announcement that the viewer may read. `work` returns whether it has just published
 * it. Broadcasts the change after the commit.
 * @throws {AppError} `announcement_not_found`, and the errors of `work`.
 */
export async function decide(
  sources: ChangeSources,
  viewer: RequestViewer,
  announcementId: string,
  work: (tx: Database, row: LockedAnnouncement) => Promise<boolean>,
): Promise<void> {
  const toTell = await transact(sources.db, async (tx) => {
    const row = await lockAnnouncement(tx, viewer, announcementId);
    const isNew = await work(tx, row);
    return { announcementId, before: roomsOf(row), isNew };
  });
  await broadcastChange(sources, toTell);
}

/** A decision about a locked announcement that publishes nothing. */
export type LockedDecision = (
  tx: Database,
  viewer: RequestViewer,
  origin: RequestOrigin,
  row: LockedAnnouncement,
) => Promise<void>;

/** Returns `work` as a route's action. */
export function withLockedAnnouncement(work: LockedDecision) {
  return (
    sources: ChangeSources,
    viewer: RequestViewer,
    origin: RequestOrigin,
    announcementId: string,
  ): Promise<void> =>
    decide(sources, viewer, announcementId, async (tx, row) => {
      await work(tx, viewer, origin, row);
      return false;
    });
}

/** Writes an entry to the audit log. Call it last, because the log has one writer at a time. */
export function recordAudit(
  tx: Database,
  action: Act["action"],
  { id, name }: Decider,
  { address }: RequestOrigin,
  row: LockedAnnouncement,
): Promise<void> {
  const subject = { type: "announcement", id: row.id, name: row.title };
  return recordAct(tx, { action, actor: { id, name }, address, subject });
}
