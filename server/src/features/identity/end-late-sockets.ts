import { sql } from "kysely";
import { repeat } from "../../platform/repeat.ts";
import type { LivePart, SliceContext } from "../../slice.ts";

/** How often it is looked for them, unless said otherwise. */
const standardEveryMs = 60_000;

/**
 * Ends the sockets of this process whose session has run out, and lets those come back whose key has: nothing in the
 * database changes at that moment, so that nobody would tell. One question for all of them.
 *
 * No job: each process looks after the sockets that it has.
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

  return repeat({
    everyMs: patience?.lateSocketsMs ?? standardEveryMs,
    run: look,
    onError: (error) => log.warn({ err: error }, "sessions that ran out could not be looked for"),
  });
}
