import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../request-viewer.ts";

/**
 * Adds a session for a program: an access token, or the connection of a program. What ends the sessions of its person
 * ends it as well, and so does a sign-out of the whole person by the provider that they signed in with.
 * @param maker the viewer as they are now, whose session makes it.
 */
export async function addProgramSession(
  tx: Database,
  maker: Pick<RequestViewer, "id" | "sessionId" | "way">,
  session: { id: string; userId: string; address: string; scopes: readonly string[]; expiresAt: Date },
): Promise<void> {
  const { id, userId, address, scopes, expiresAt } = session;
  await sql`INSERT INTO sessions
      (id, user_id, user_agent, address, way, made_by, scopes, expires_at, sign_on_issuer, sign_on_subject)
    SELECT ${id}::uuid, ${userId}::uuid, '', ${address}, 'token', ${maker.way}, ${[...scopes]}::text[],
      ${expiresAt}::timestamptz, s.sign_on_issuer, s.sign_on_subject
    FROM sessions s WHERE s.id = ${maker.sessionId}`.execute(tx);
}

/** Ends the sessions of programs that meet a condition on `sessions`. */
export async function endProgramSessions(
  tx: Database,
  reason: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`UPDATE sessions SET ended_at = now(), end_reason = ${reason}
    WHERE way = 'token' AND ended_at IS NULL AND ${condition}`.execute(tx);
}
