import type { ChangeSources } from "../../../slice.ts";
import { presentAnnouncements } from "../present.ts";
import { selectAnnouncements } from "../queries.ts";
import { roomsOf } from "../rooms.ts";

/** A committed change to broadcast. */
export interface ChangeToBroadcast {
  announcementId: string;
  /** The rooms of the people who could read it before. */
  before: readonly string[];
  /** True if it was just published, so nobody has read it. */
  isNew?: boolean;
}

/**
 * Broadcasts an announcement's new state to everybody who may read it, and its removal to people who could read it
 * before. Call it after the commit. The event is the same for all of them, without what each has read, so that
 * thousands of readers do not all refetch it.
 */
export async function broadcastChange(
  { db, people, realtime }: ChangeSources,
  { announcementId, before, isNew = false }: ChangeToBroadcast,
): Promise<void> {
  const row = await selectAnnouncements(db).where("a.id", "=", announcementId).executeTakeFirst();
  const rooms = row ? roomsOf(row) : [];
  const lost = before.filter((room) => !rooms.includes(room));
  if (lost.length > 0) realtime.sendToOthers(lost, rooms, "announcement.gone", { announcementId });
  if (!row) return;
  const [announcement] = await presentAnnouncements(people, [row]);
  if (announcement) realtime.sendToOthers(rooms, [], "announcement.changed", { announcement, isNew });
}
