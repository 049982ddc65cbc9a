import { createHash, randomBytes } from "node:crypto";

/** The secret of a link that is mailed or handed out. Only its hash is stored. */
export interface LinkToken {
  token: string;
  hash: Buffer;
}

/** Makes the secret of a link: 256 bits, which nobody guesses. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashLinkToken(token) };
}

/** Returns the hash by which the secret of a link is found. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
