import { TOTP } from "otpauth";

/**
 * Returns the code an authenticator app shows for a secret.
 * @param stepsAhead the number of codes to skip. Each code is accepted once, and the next one is accepted early.
 */
export function authenticatorCode(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}
