import { type Act, recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { type HeldAnnouncement, holdAnnouncement } from "./hold-announcement.ts";
import { roomsOf } from "./rooms.ts";
import { type AnnouncementSources, tellOfChange } from "./tell-of-change.ts";

/** From where it is decided, for the audit log; empty for the server itself. */
export interface Deciding {
  address: string;
}

/** In whose name. */
export type Decider = Pick<Colleague, "id" | "name" | "roles" | "permissions" | "departments">;

/**
 * Decides what becomes of an announcement that the viewer may read: `work` has it to itself, and says whether it was
 * published just now. Everybody concerned is told.
 * @throws {AppError} `announcement_not_found`, and what `work` throws.
 */
export async function decide(
  sources: AnnouncementSources,
  viewer: RequestViewer,
  announcementId: string,
  work: (tx: Database, row: HeldAnnouncement) => Promise<boolean>,
): Promise<void> {
  const toTell = await transact(sources.db, async (tx) => {
    const row = await holdAnnouncement(tx, viewer, announcementId);
    const isNew = await work(tx, row);
    return { announcementId, before: roomsOf(row), isNew };
  });
  await tellOfChange(sources, toTell);
}

/** The same for what publishes nothing, where `work` is all there is to it. */
export function asDecision(
  work: (tx: Database, viewer: RequestViewer, deciding: Deciding, row: HeldAnnouncement) => Promise<void>,
) {
  return (
    sources: AnnouncementSources,
    viewer: RequestViewer,
    deciding: Deciding,
    announcementId: string,
  ): Promise<void> =>
    decide(sources, viewer, announcementId, async (tx, row) => {
      await work(tx, viewer, deciding, row);
      return false;
    });
}

/** Writes what was decided into the audit log, last: one writer at a time has it. */
export function note(
  tx: Database,
  action: Act["action"],
  { id, name }: Decider,
  { address }: Deciding,
  row: HeldAnnouncement,
): Promise<void> {
  const subject = { type: "announcement", id: row.id, name: row.title };
  return recordAct(tx, { action, actor: { id, name }, address, subject });
}
