import { Secret, TOTP } from "otpauth";

/** RFC 4226 requires 128 bits and recommends 160, the length of SHA-1's output. */
const secretBytes = 20;
/** The parameters that every authenticator app supports. Many ignore other values. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 };
/** Steps before and after the current one that count too: clocks differ, and typing takes time. */
const window = 1;

/** A new secret for an authenticator app, in base32 as people type it. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an authenticator app takes the secret from. */
export function secretUri(secret: string, issuer: string, email: string): string {
  return new TOTP({ ...shape, secret, issuer, label: email }).toString();
}

/**
 * The step (RFC 6238: half minutes since 1970) that a code belongs to, so that it can be used up. Undefined: the
 * code is not right now.
 */
export function stepOfCode(secret: string, code: string, nowMs: number = Date.now()): number | undefined {
  const totp = new TOTP({ ...shape, secret });
  const delta = totp.validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
