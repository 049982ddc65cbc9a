import { createHash, randomBytes } from "node:crypto";
import type { Session } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type AccessTokens, accessTokenSeconds } from "./access-tokens.ts";

/** A session that nobody uses for so long is over. */
const sessionIdleDays = 30;
/**
 * An answer to a refresh may be lost on the way: the same browser may ask again with the old token for this
 * long. After that, or from another browser, an old token means that somebody copied it.
 */
const reuseGraceMs = 10_000;

export interface Device {
  userAgent: string;
  address: string;
}

/** The topic that carries the ids of sessions that have ended, to every node. */
export const sessionEndedTopic = "atoll_session_ended";

/** Starts a session for an account that has proved who it is. */
export async function startSession(
  db: Database,
  tokens: AccessTokens,
  userId: string,
  device: Device,
): Promise<Session> {
  const sessionId = uuidv7();
  const refreshToken = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("sessions")
      .values({
        id: sessionId,
        user_id: userId,
        user_agent: device.userAgent.slice(0, 500),
        address: device.address,
        expires_at: idleLimit(),
        ended_at: null,
        end_reason: null,
      })
      .execute();
    return addRefreshToken(tx, sessionId);
  });
  return presentSession(tokens, userId, sessionId, refreshToken);
}

/**
 * Exchanges a refresh token for a new one. A token is good once; used again, it ends its session.
 * @throws {AppError} `session_expired`.
 */
export async function refreshSession(
  db: Database,
  tokens: AccessTokens,
  refreshToken: string,
  device: Device,
): Promise<{ session: Session; userId: string }> {
  const outcome = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("refresh_tokens as t")
      .innerJoin("sessions as s", "s.id", "t.session_id")
      .select(["t.used_at", "s.id", "s.user_id", "s.user_agent", "s.ended_at", "s.expires_at"])
      .where("t.token_hash", "=", hashToken(refreshToken))
      // Two tabs may come at once: the second waits, and then sees that the token was used.
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.ended_at || row.expires_at.getTime() < Date.now()) return undefined;
    const repeated = row.used_at !== null;
    const sameBrowser = row.user_agent === device.userAgent.slice(0, 500);
    if (row.used_at && (Date.now() - row.used_at.getTime() > reuseGraceMs || !sameBrowser)) {
      await endSession(tx, row.id, "refresh token used twice");
      return undefined;
    }
    if (!repeated) {
      await tx
        .updateTable("refresh_tokens")
        .set({ used_at: new Date() })
        .where("token_hash", "=", hashToken(refreshToken))
        .execute();
    }
    await tx
      .updateTable("sessions")
      .set({ last_used_at: new Date(), expires_at: idleLimit(), address: device.address })
      .where("id", "=", row.id)
      .execute();
    return { userId: row.user_id, sessionId: row.id, refreshToken: await addRefreshToken(tx, row.id) };
  });
  if (!outcome) throw new AppError("session_expired");
  const session = await presentSession(tokens, outcome.userId, outcome.sessionId, outcome.refreshToken);
  return { session, userId: outcome.userId };
}

/** Ends a session. Every node hears of it when the transaction commits, and cuts the session's sockets. */
export async function endSession(db: Database, sessionId: string, reason: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: new Date(), end_reason: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
  await sql`SELECT pg_notify(${sessionEndedTopic}, ${sessionId})`.execute(db);
}

async function addRefreshToken(db: Database, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, used_at: null })
    .execute();
  return token;
}

async function presentSession(
  tokens: AccessTokens,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<Session> {
  return {
    accessToken: await tokens.sign({ userId, sessionId }),
    refreshToken,
    tokenType: "bearer",
    expiresAt: new Date(Date.now() + accessTokenSeconds * 1000).toISOString(),
    expiresInSeconds: accessTokenSeconds,
  };
}

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function idleLimit(): Date {
  return new Date(Date.now() + sessionIdleDays * 24 * 3600 * 1000);
}
