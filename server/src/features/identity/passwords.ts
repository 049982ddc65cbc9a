import { hash, verify } from "@node-rs/argon2";

/** Argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. About 20 ms on one core. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. For an address that has no account the same work is done against a
 * decoy, so that the time of the answer tells nothing.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const matches = await verify(storedHash ?? (await decoy), password);
  return storedHash !== undefined && matches;
}
