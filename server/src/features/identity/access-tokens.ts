import { randomBytes } from "node:crypto";
import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/** How long an access token works. Ending a session does not wait for it: every request checks the session. */
export const accessTokenSeconds = 15 * 60;

const issuer = "atoll";

export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
}

export interface AccessTokens {
  sign(claims: AccessTokenClaims): Promise<string>;
  /** @throws {AppError} `session_expired` for a token that is wrong, foreign or too old. */
  verify(token: string): Promise<AccessTokenClaims>;
}

/**
 * Signs and verifies access tokens with the key in the database, made by the first process that starts.
 * All nodes share it; a retired key verifies no more.
 */
export async function openAccessTokens(db: Database): Promise<AccessTokens> {
  let keys = await loadKeys(db);
  let loadedAt = Date.now();

  return {
    async sign({ userId, sessionId }) {
      const newest = keys[0];
      if (!newest) throw new AppError("internal_error", { detail: "no signing key" });
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256", kid: newest.id })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(newest.secret);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            // A key that another process made a moment ago; asked for at most once a second.
            if (!keys.some((key) => key.id === kid) && Date.now() - loadedAt > 1_000) {
              keys = await loadKeys(db);
              loadedAt = Date.now();
            }
            const key = keys.find((candidate) => candidate.id === kid);
            if (!key) throw new joseErrors.JWTInvalid("unknown key");
            return key.secret;
          },
          { issuer, audience: issuer, algorithms: ["HS256"], requiredClaims: ["sub", "sid", "exp"] },
        );
        if (typeof payload.sub !== "string" || typeof payload.sid !== "string")
          throw new AppError("session_expired");
        return { userId: payload.sub, sessionId: payload.sid };
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) {
          throw new AppError("session_expired", { detail: error.code, cause: error });
        }
        throw error;
      }
    },
  };
}

async function loadKeys(db: Database): Promise<{ id: string; secret: Uint8Array }[]> {
  return db.transaction().execute(async (tx) => {
    // Several nodes may start at once on a new database: one makes the key, the others wait for it.
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll signing key'))`.execute(tx);
    const read = () =>
      tx
        .selectFrom("signing_keys")
        .select(["id", "secret"])
        .where("retired_at", "is", null)
        .orderBy("created_at", "desc")
        .execute();
    const existing = await read();
    if (existing.length > 0) return existing;
    await tx
      .insertInto("signing_keys")
      .values({ secret: randomBytes(32), retired_at: null })
      .execute();
    return read();
  });
}
