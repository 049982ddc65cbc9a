import { createHmac, timingSafeEqual, type webcrypto } from "node:crypto";
import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { AppError } from "../../platform/app-error.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../tables.ts";
import { loadSigningKeys, renewSigningKey } from "./signing-keys.ts";
import { rememberVerified } from "./verified-tokens.ts";

/** How long an access token works. Ending a session does not wait for it: every request checks the session. */
export const accessTokenSeconds = 15 * 60;

const issuer = "atoll";
const renewEveryMs = 24 * 3600 * 1000;

export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
}

export interface AccessTokens {
  sign(claims: AccessTokenClaims): Promise<string>;
  /** @throws {AppError} `session_expired` for a token that is wrong, foreign or too old. */
  verify(token: string): Promise<AccessTokenClaims>;
  /**
   * A seal on a text that leaves the server and comes back, such as a link. `purpose` keeps one kind of text from
   * standing in for another. The same text has the same seal as long as the same key signs.
   */
  seal(purpose: string, text: string): string;
  /** Whether this is the text's seal, by a key that is not retired. */
  isSealed(purpose: string, text: string, seal: string): Promise<boolean>;
  /** Reads the keys anew: some were added or retired. */
  reload(): Promise<void>;
  /** No more looking after the keys' age. */
  close(): void;
}

/**
 * Signs and verifies access tokens with the keys in the database, the first of which the first process makes. All
 * nodes share them; a retired key verifies no more.
 */
export async function openAccessTokens(db: Database, log: Log): Promise<AccessTokens> {
  await renewSigningKey(db);
  let keys = await readKeys(db);
  let loadedAt = performance.now();
  let loads = 0;
  const verified = rememberVerified();

  async function reload(): Promise<void> {
    loads += 1;
    const mine = loads;
    loadedAt = performance.now();
    const read = await readKeys(db);
    // Of two that ran at once the later one saw more.
    if (mine === loads) keys = read;
  }

  async function keyOf(kid: string | undefined): Promise<SigningKey> {
    // A key that another process made a moment ago; asked for at most once a second.
    if (!keys.some(({ id }) => id === kid) && performance.now() - loadedAt > 1_000) await reload();
    const key = keys.find(({ id }) => id === kid);
    if (!key || key.verifiesUntil <= performance.now()) throw new joseErrors.JWTInvalid("unknown key");
    return key;
  }

  function newestKey() {
    const newest = keys[0];
    if (!newest) throw new AppError("internal_error", { detail: "no signing key" });
    return newest;
  }

  const renewal = setInterval(() => {
    renewSigningKey(db)
      .then(reload)
      .catch((error: unknown) => log.error({ err: error }, "the signing keys could not be renewed"));
  }, renewEveryMs);
  renewal.unref();

  return {
    reload,
    close: () => clearInterval(renewal),
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
    seal(purpose, text) {
      const { id, secret } = newestKey();
      return `${id}.${digestOf(secret, purpose, text).toString("base64url")}`;
    },
    async isSealed(purpose, text, seal) {
      const [kid, digest = ""] = seal.split(".");
      const key = await keyOf(kid).catch((error: unknown) => {
        if (error instanceof joseErrors.JOSEError) return undefined;
        throw error;
      });
      if (!key) return false;
      const [given, right] = [Buffer.from(digest, "base64url"), digestOf(key.secret, purpose, text)];
      return given.length === right.length && timingSafeEqual(given, right);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known) {
        const key = keys.find(({ id }) => id === known.keyId);
        if (key && key.verifiesUntil > performance.now()) return known;
      }
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

/** By a key of the purpose's own, made from the one that signs tokens: no token is ever a seal, and no seal a token. */
function digestOf(secret: Uint8Array, purpose: string, text: string): Buffer {
  const key = createHmac("sha256", secret).update(`atoll seal: ${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest();
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
      key: await crypto.subtle.importKey("raw", secret, hmac, false, ["sign", "verify"]),
      verifiesUntil: now + secondsLeft * 1000,
    })),
  );
}

const hmac = { name: "HMAC", hash: "SHA-256" };
