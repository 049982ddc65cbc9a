import { hkdfSync } from "node:crypto";
import { EncryptJWT, type JWTPayload, errors as joseErrors, jwtDecrypt } from "jose";
import type { z } from "zod";
import type { Database } from "../../../tables.ts";
import { loadSigningKeys } from "../sessions/signing-keys.ts";

/** How long somebody may take at the provider. */
export const attemptSeconds = 10 * 60;

const algorithm = { alg: "dir", enc: "A256GCM" } as const;

/**
 * Seals an attempt for the browser's cookie, so that whichever node it comes back to can open it.
 * @param purpose which kind of attempt: one cannot pass for another.
 */
export async function sealAttempt(db: Database, purpose: string, attempt: JWTPayload): Promise<string> {
  const [newest] = await loadKeys(db, purpose);
  if (!newest) throw new Error("there is no signing key");
  return new EncryptJWT(attempt)
    .setProtectedHeader({ ...algorithm, kid: newest.id })
    .setAudience(purpose)
    .setExpirationTime(`${attemptSeconds}s`)
    .encrypt(newest.key);
}

/** Undefined: not sealed by us, or too old. */
export async function openAttempt<T>(
  db: Database,
  purpose: string,
  sealed: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const keys = await loadKeys(db, purpose);
  try {
    const { payload } = await jwtDecrypt(
      sealed,
      ({ kid }) => {
        const known = keys.find(({ id }) => id === kid);
        if (!known) throw new joseErrors.JWEInvalid("unknown key");
        return known.key;
      },
      {
        audience: purpose,
        keyManagementAlgorithms: [algorithm.alg],
        contentEncryptionAlgorithms: [algorithm.enc],
        requiredClaims: ["exp"],
      },
    );
    return schema.parse(payload);
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}

/** Derives a key from each signing key, so that an attempt can never pass for an access token. */
async function loadKeys(db: Database, purpose: string): Promise<{ id: string; key: Uint8Array }[]> {
  const keys = await loadSigningKeys(db);
  return keys.map(({ id, secret }) => ({
    id,
    key: new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32)),
  }));
}
