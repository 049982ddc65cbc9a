import { createHash, randomInt } from "node:crypto";

const count = 10;
const length = 10;
/** Without characters that look alike: 0 and o; 1, i and l. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** Ten new recovery codes of 49 bits each. They are shown once and stored as hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
}

/** How a recovery code is stored. With its owner: a table made in advance would not serve for two people. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHash("sha256").update(`${userId} ${code}`).digest();
}
