import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import type { People } from "../people/access.ts";
import { presentAnnouncements } from "./present.ts";
import { selectAnnouncements } from "./queries.ts";
import { roomsOf } from "./rooms.ts";

/** What a change of an announcement takes, from its row to all who see it. */
export interface AnnouncementSources {
  db: Database;
  people: People;
  realtime: Realtime;
}

/** What there is to tell of a change, as its transaction leaves it. */
export interface ToTell {
  announcementId: string;
  /** The rooms of those who might read it before. */
  before: readonly string[];
  /** It was just published, and nobody has read it. */
  isNew?: boolean;
}

/**
 * Tells everybody who may read an announcement how it is now, and those who might before, and may not any more, that it
 * is gone. To be called after the commit. Sent once for all of them, without what each has done with it: where it is
 * published to thousands, nobody has to ask.
 */
export async function tellOfChange(
  { db, people, realtime }: AnnouncementSources,
  { announcementId, before, isNew = false }: ToTell,
): Promise<void> {
  const row = await selectAnnouncements(db).where("a.id", "=", announcementId).executeTakeFirst();
  const rooms = row ? roomsOf(row) : [];
  const lost = before.filter((room) => !rooms.includes(room));
  if (lost.length > 0) realtime.sendToOthers(lost, rooms, "announcement.gone", { announcementId });
  if (!row) return;
  const [announcement] = await presentAnnouncements(people, [row]);
  if (announcement) realtime.sendToOthers(rooms, [], "announcement.changed", { announcement, isNew });
}
