import { connectionPrefixes } from "@atoll/contract/personal-tokens/areas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { BoundedMap } from "../../platform/keep-in-memory.ts";
import type { Log } from "../../platform/log/log.ts";
import { hashLinkToken } from "../../platform/seals/link-tokens.ts";
import type { Database } from "../../tables.ts";

/** How often the last use of a connection is written. */
const writeEveryMs = 60_000;
const maxKnown = 20_000;

interface KnownToken {
  sessionId: string;
  userId: string;
  expiresAt: number;
}

/** Finds the sessions that access tokens of connected programs stand for. */
interface RecognisedConnections {
  /** @throws {AppError} `personal_token_invalid` for a text that is no access token of this server, or one that expired. */
  claimsOf(token: string): Promise<{ sessionId: string; userId: string }>;
  /** Notes that a connection was used. Written at most once a minute; no request waits for it. */
  noteUse(sessionId: string, address: string): void;
}

/** Returns whether a text has the form of an access token of a connected program. */
export function isConnectionToken(token: string): boolean {
  return token.startsWith(connectionPrefixes.access);
}

/**
 * Recognises access tokens by their hash. What a token stands for never changes, so it is remembered; whether the session
 * is alive and what its person may do is read like a browser's.
 */
export function recogniseConnections({ db, log }: { db: Database; log: Log }): RecognisedConnections {
  const known = new BoundedMap<string, KnownToken>(maxKnown);
  const writtenAt = new BoundedMap<string, number>(maxKnown);

  async function find(hash: Buffer): Promise<KnownToken | undefined> {
    const row = await db
      .selectFrom("oauth_tokens as t")
      .innerJoin("sessions as s", "s.id", "t.connection_id")
      .select(["s.id", "s.user_id", "t.expires_at"])
      .where("t.token_hash", "=", hash)
      .where("t.kind", "=", "access")
      .executeTakeFirst();
    return row && { sessionId: row.id, userId: row.user_id, expiresAt: row.expires_at.getTime() };
  }

  return {
    async claimsOf(token) {
      const hash = hashLinkToken(token);
      const key = hash.toString("base64");
      const found = known.get(key) ?? (await find(hash));
      if (!found || found.expiresAt <= Date.now()) throw new AppError("personal_token_invalid");
      known.set(key, found);
      return { sessionId: found.sessionId, userId: found.userId };
    },
    noteUse(sessionId, address) {
      const now = performance.now();
      if (now - (writtenAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < writeEveryMs) return;
      writtenAt.set(sessionId, now);
      // One that is being ended is locked. Its last use is written a minute later, if at all.
      void sql`UPDATE program_connections SET used_at = now(), used_address = ${address} WHERE id IN (
          SELECT id FROM program_connections WHERE id = ${sessionId} FOR NO KEY UPDATE SKIP LOCKED)`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, "the last use of a program was not written"));
    },
  };
}
