import { sql } from "kysely";
import { repeat } from "../../../platform/turns/repeat.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";

/** The default interval. */
const standardEveryMs = 60_000;

/**
 * Disconnects this process's sockets whose session has expired, and reconnects those whose key has. Nothing in the
 * database changes at that moment, so no announcement would come. One query covers all of them. It is not a job,
 * because each process has its own sockets.
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
