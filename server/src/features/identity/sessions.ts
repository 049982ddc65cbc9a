import { createHash, randomBytes } from "node:crypto";
import type { Session } from "@atoll/contract/identity/schemas";
import type { Database } from "../../tables.ts";
import { type AccessTokens, accessTokenSeconds } from "./access-tokens.ts";

/** A session that nobody uses for so long is over. */
const sessionIdleDays = 30;

export interface Device {
  userAgent: string;
  address: string;
}

/** Adds a refresh token to a session. Only its hash is kept. */
export async function addRefreshToken(db: Database, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, used_at: null })
    .execute();
  return token;
}

/** What a browser gets of a session. */
export async function presentSession(
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

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** When a session is over if nobody uses it from now on. */
export function idleLimit(): Date {
  return new Date(Date.now() + sessionIdleDays * 24 * 3600 * 1000);
}
