import { sql } from "kysely";
import type { LivePart, SliceContext } from "../../slice.ts";

/** How often it is looked for them, unless said otherwise. */
const standardEveryMs = 60_000;

/**
 * Ends the sockets of this process whose session has run out, and lets those come back whose key has: nothing in the
 * database changes at that moment, so that nobody would tell. One question for all of them.
 */
export function endLateSockets({ db, tokens, realtime, log, patience }: SliceContext): LivePart {
  async function look(): Promise<void> {
    realtime.reconnect(({ keyId }) => !tokens.isLive(keyId));
    const ids = [...new Set(realtime.identities().map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return;
    const over = await db
      .selectFrom("sessions")
      .select("id")
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .where((eb) => eb.or([eb("ended_at", "is not", null), eb("expires_at", "<=", sql<Date>`now()`)]))
      .execute();
    for (const { id } of over) realtime.endSession(id, "session_expired");
  }

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, "sessions that ran out could not be looked for"))
      .finally(() => {
        isLooking = false;
      });
  }, patience?.lateSocketsMs ?? standardEveryMs);
  timer.unref();
  return { stop: async () => clearInterval(timer) };
}
