import { setTimeout as sleep } from "node:timers/promises";
import { tokenPrefix } from "@atoll/contract/personal-tokens/areas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { BoundedMap } from "../../platform/keep-in-memory.ts";
import type { Log } from "../../platform/log/log.ts";
import { hashLinkToken } from "../../platform/seals/link-tokens.ts";
import { isProgramSecret } from "../../platform/seals/program-secrets.ts";
import type { Database } from "../../tables.ts";

/** Returns what the company allows of tokens, and of other things that let programs in. */
export async function readTokenRules(db: Database): Promise<{ mayBeEndless: boolean }> {
  const { may_be_endless } = await db
    .selectFrom("personal_token_rules")
    .select("may_be_endless")
    .executeTakeFirstOrThrow();
  return { mayBeEndless: may_be_endless };
}

/** How often the last use of a token is written. */
const writeEveryMs = 60_000;
/** Uses within this time are written together. */
const gatherMs = 1_000;
const maxKnown = 20_000;

/** The session that a token stands for, and its person. */
interface TokenClaims {
  sessionId: string;
  userId: string;
}

/** Finds the sessions that personal access tokens stand for. */
interface RecognisedTokens {
  /**
   * Notes the first use before it answers, so that a text that was used is never replaced.
   * @throws {AppError} `personal_token_invalid` for a text that is no token of this server.
   */
  claimsOf(token: string, address: string): Promise<TokenClaims>;
  /** Notes that a token was used. Written at most once a minute; no request waits for it. */
  noteUse(sessionId: string, address: string): void;
}

/**
 * Recognises tokens by their hash. The session of a token never changes, so it is remembered; whether the session is
 * alive and what its person may do is read like a browser's.
 */
export function recogniseTokens({ db, log }: { db: Database; log: Log }): RecognisedTokens {
  const known = new BoundedMap<string, TokenClaims>(maxKnown);
  const writtenAt = new BoundedMap<string, number>(maxKnown);
  let due = new Map<string, string>();
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (due.size > 0) {
      const uses = due;
      due = new Map();
      // A token that is being revoked is locked. Its last use is written a minute later, if at all.
      await sql`UPDATE personal_tokens t SET used_at = now(), used_address = u.address
        FROM (SELECT p.id, w.address FROM personal_tokens p
          JOIN unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::text[]) AS w (id, address) ON w.id = p.id
          FOR NO KEY UPDATE OF p SKIP LOCKED) u
        WHERE t.id = u.id`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, "the last use of tokens was not written"));
      await sleep(gatherMs, undefined, { ref: false });
    }
    isWriting = false;
  }

  return {
    async claimsOf(token, address) {
      if (!isProgramSecret(token, tokenPrefix)) throw new AppError("personal_token_invalid");
      const hash = hashLinkToken(token);
      const key = hash.toString("base64");
      const claims = known.get(key);
      if (claims) return claims;
      const row = await db
        .selectFrom("personal_tokens as t")
        .innerJoin("sessions as s", "s.id", "t.id")
        .select(["s.id as sessionId", "s.user_id as userId", "t.used_at"])
        .where("t.token_hash", "=", hash)
        .executeTakeFirst();
      if (!row) throw new AppError("personal_token_invalid");
      const { used_at: usedAt, ...found } = row;
      if (usedAt === null) {
        // Two first uses both find it. A use and a replacement of the text come one after the other.
        const { numUpdatedRows } = await db
          .updateTable("personal_tokens")
          .set({ used_at: sql<Date>`now()`, used_address: address })
          .where("token_hash", "=", hash)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError("personal_token_invalid");
      }
      known.set(key, found);
      return found;
    },
    noteUse(sessionId, address) {
      const now = performance.now();
      if (now - (writtenAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < writeEveryMs) return;
      writtenAt.set(sessionId, now);
      due.set(sessionId, address);
      if (!isWriting) void write();
    },
  };
}
