import { TOTP } from "otpauth";

/**
 * What an authenticator app shows for a secret.
 * @param stepsAhead how many codes later: each is taken once, and the next one is taken already.
 */
export function authenticatorCode(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}
