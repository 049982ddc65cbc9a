import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Session } from "@atoll/contract/identity/schemas";
import type { Database } from "../../../tables.ts";
import { type AccessTokens, accessTokenSeconds } from "./access-tokens.ts";

/** An unused session expires after this time. */
const sessionIdleDays = 30;

const dayMs = 24 * 3600 * 1000;

/** A new refresh token, the first of a session. */
export function firstRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the only successor of a token, from the key that was created when the token was used. */
export function nextRefreshToken(token: string, successorKey: Buffer): string {
  return createHmac("sha256", successorKey).update(token).digest("base64url");
}

/** Adds a refresh token to a session. Only its hash is stored. */
export async function addRefreshToken(db: Database, sessionId: string, token: string): Promise<void> {
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, used_at: null })
    .execute();
}

/** Returns a session for its browser. */
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

/** When a session is over, however much it is used. */
export function longestLimit(startedAt: Date, longestDays: number): Date {
  return new Date(startedAt.getTime() + longestDays * dayMs);
}

/** Returns when a session expires if it is not used from now on. */
export function idleLimit(startedAt: Date, longestDays: number): Date {
  const idle = Date.now() + sessionIdleDays * dayMs;
  return new Date(Math.min(idle, longestLimit(startedAt, longestDays).getTime()));
}
