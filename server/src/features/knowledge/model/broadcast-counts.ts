import type { SliceContext } from "../../../slice.ts";
import { ownRoom } from "../../people/public.ts";
import { roomsOfReaders, selectHeard } from "./broadcast.ts";

/** Where thousands confirm an article at the same moment, its owner hears of it once a second. */
const pauseMs = 1_000;

/** Broadcasts that somebody has read, confirmed or voted on an article. */
export type CountsBroadcaster = (articleId: string, userId: string) => void;

/** Broadcasts to the person's own devices at once, and to the owner and managers at most once a second. */
export function createCountsBroadcaster({ db, log, realtime }: SliceContext): CountsBroadcaster {
  const pending = new Set<string>();

  async function broadcast(articleId: string): Promise<void> {
    const [row] = await selectHeard(db, [articleId]);
    if (row)
      realtime.sendToOthers(roomsOfReaders(row.owner_id), [], "article.counted", {
        articleId,
        kind: row.kind,
      });
  }

  return (articleId, userId) => {
    realtime.send(ownRoom(userId), "article.read", { articleId });
    if (pending.has(articleId)) return;
    pending.add(articleId);
    setTimeout(() => {
      pending.delete(articleId);
      broadcast(articleId).catch((error: unknown) =>
        log.warn({ err: error, articleId }, "the counts of an article were not broadcast"),
      );
    }, pauseMs).unref();
  };
}
