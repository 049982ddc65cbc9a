import { BoundedMap } from "../../../platform/keep-in-memory.ts";

const maxRemembered = 20_000;

export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
}

export interface VerifiedToken extends AccessTokenClaims {
  /** In seconds since 1970, as the token says it. */
  expiresAt: number;
  /** The key that verified it, which may be retired before the token runs out. */
  keyId: string | undefined;
}

export interface VerifiedTokens {
  /** Undefined: never seen, or run out. */
  get(token: string): VerifiedToken | undefined;
  /** @returns what it was given. */
  set(token: string, verified: VerifiedToken): VerifiedToken;
}

/**
 * Remembers the tokens whose signature was found right, by their whole text: a browser sends the same one for
 * minutes, and its signature need not be computed for every request. Only good tokens get in, so that nobody
 * can push out others by inventing some.
 */
export function rememberVerified(): VerifiedTokens {
  const remembered = new BoundedMap<string, VerifiedToken>(maxRemembered);
  return {
    get(token) {
      const verified = remembered.get(token);
      if (!verified || verified.expiresAt > Math.floor(Date.now() / 1000)) return verified;
      remembered.delete(token);
      return undefined;
    },
    set(token, verified) {
      remembered.set(token, verified);
      return verified;
    },
  };
}
