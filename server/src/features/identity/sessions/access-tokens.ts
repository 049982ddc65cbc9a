import type { webcrypto } from "node:crypto";
import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { AppError } from "../../../platform/app-error.ts";
import type { SealKeys } from "../../../platform/seals/seals.ts";
import type { Database } from "../../../tables.ts";
import { loadSigningKeys, renewSigningKey } from "./signing-keys.ts";
import { type AccessTokenClaims, rememberVerified, type VerifiedToken } from "./verified-tokens.ts";

/** How long an access token works. Ending a session does not wait for it: every request checks the session. */
export const accessTokenSeconds = 15 * 60;

const issuer = "atoll";

export interface AccessTokens {
  sign(claims: AccessTokenClaims): Promise<string>;
  /** @throws {AppError} `session_expired` for a token that is wrong, foreign or too old. */
  verify(token: string): Promise<VerifiedToken>;
  /** Whether a key still verifies, as far as this process has read. */
  isLive(keyId: string | undefined): boolean;
  /** The same keys, for other values that leave the server and return. */
  keys: SealKeys;
  /** Reloads the keys after some were added or retired. */
  reload(): Promise<void>;
}

/**
 * Returns functions that sign and verify access tokens with the keys in the database. The first process creates the
 * first key. All nodes share them; a retired key no longer verifies.
 */
export async function openAccessTokens(db: Database): Promise<AccessTokens> {
  await db.transaction().execute(renewSigningKey);
  let keys = await readKeys(db);
  let loadedAt = performance.now();
  let loads = 0;
  const verified = rememberVerified();

  async function reload(): Promise<void> {
    loads += 1;
    const mine = loads;
    loadedAt = performance.now();
    const read = await readKeys(db);
    // The later of two concurrent loads has newer keys.
    if (mine === loads) keys = read;
  }

  async function keyOf(kid: string | undefined): Promise<SigningKey> {
    // Another process may have just created the key. Loads at most once a second.
    if (!keys.some(({ id }) => id === kid) && performance.now() - loadedAt > 1_000) await reload();
    const key = keys.find(({ id }) => id === kid);
    if (!key || key.verifiesUntil <= performance.now()) throw new joseErrors.JWTInvalid("unknown key");
    return key;
  }

  function isLive(keyId: string | undefined): boolean {
    const key = keys.find(({ id }) => id === keyId);
    return key !== undefined && key.verifiesUntil > performance.now();
  }

  function newestKey() {
    const newest = keys[0];
    if (!newest) throw new AppError("internal_error", { detail: "no signing key" });
    return newest;
  }

  return {
    reload,
    isLive,
    async sign({ userId, sessionId }) {
      const newest = newestKey();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256", kid: newest.id })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(newest.key);
    },
    keys: {
      newest: newestKey,
      find: (id) =>
        keyOf(id).catch((error: unknown) => {
          if (error instanceof joseErrors.JOSEError) return undefined;
          throw error;
        }),
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && isLive(known.keyId)) return known;
      try {
        const { payload, protectedHeader } = await jwtVerify(
          token,
          async ({ kid }) => (await keyOf(kid)).key,
          {
            issuer,
            audience: issuer,
            algorithms: ["HS256"],
            requiredClaims: ["sub", "sid", "exp"],
          },
        );
        const { sub: userId, sid: sessionId, exp = 0 } = payload;
        if (typeof userId !== "string" || typeof sessionId !== "string")
          throw new AppError("session_expired");
        return verified.set(token, { userId, sessionId, expiresAt: exp, keyId: protectedHeader.kid });
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) {
          throw new AppError("session_expired", { detail: error.code, cause: error });
        }
        throw error;
      }
    },
  };
}

interface SigningKey {
  id: string;
  secret: Uint8Array;
  /** The same, made ready once: for ten thousand tokens that takes as long as checking them. */
  key: webcrypto.CryptoKey;
  /** On this process's own clock, which may differ from the database's. */
  verifiesUntil: number;
}

async function readKeys(db: Database): Promise<SigningKey[]> {
  const keys = await loadSigningKeys(db);
  const now = performance.now();
  return Promise.all(
    keys.map(async ({ id, secret, secondsLeft = Number.POSITIVE_INFINITY }) => ({
      id,
      secret,
      key: await crypto.subtle.importKey("raw", new Uint8Array(secret), hmac, false, ["sign", "verify"]),
      verifiesUntil: now + secondsLeft * 1000,
    })),
  );
}

const hmac = { name: "HMAC", hash: "SHA-256" };
