import type { SliceContext } from "../../../slice.ts";
import { roomsOfReaders } from "../rooms.ts";

/** When thousands open an announcement at once, viewers of its ledger get one event per second. */
const pauseMs = 1_000;

/** Broadcasts that somebody has read or confirmed an announcement, or was nudged. */
export type ReadersBroadcast = (announcementId: string) => void;

/** Returns a function that tells viewers of an announcement's ledger to refetch it. */
export function createReadersBroadcast({ db, log, realtime }: SliceContext): ReadersBroadcast {
  const waiting = new Set<string>();

  async function tell(announcementId: string): Promise<void> {
    const row = await db
      .selectFrom("announcements")
      .select("author_id")
      .where("id", "=", announcementId)
      .executeTakeFirst();
    if (row)
      realtime.sendToOthers(roomsOfReaders(row.author_id), [], "announcement.readers", { announcementId });
  }

  return (announcementId) => {
    if (waiting.has(announcementId)) return;
    waiting.add(announcementId);
    setTimeout(() => {
      waiting.delete(announcementId);
      tell(announcementId).catch((error: unknown) =>
        log.warn({ err: error, announcementId }, "who has read an announcement was not told"),
      );
    }, pauseMs).unref();
  };
}
