import { hkdfSync } from "node:crypto";
import { EncryptJWT, errors as joseErrors, jwtDecrypt } from "jose";
import { z } from "zod";
import type { Database } from "../../../tables.ts";
import { loadSigningKeys } from "../sessions/signing-keys.ts";

/** An attempt that has not returned from the provider. The browser stores it, encrypted. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  origin: z.string().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** How long somebody may take at the provider. */
export const attemptSeconds = 10 * 60;

const audience = "atoll single sign-on";
const algorithm = { alg: "dir", enc: "A256GCM" } as const;

/** Seals an attempt for the browser's cookie, so that whichever node it comes back to can open it. */
export async function sealAttempt(db: Database, attempt: Attempt): Promise<string> {
  const [newest] = await loadKeys(db);
  if (!newest) throw new Error("there is no signing key");
  return new EncryptJWT(attempt)
    .setProtectedHeader({ ...algorithm, kid: newest.id })
    .setAudience(audience)
    .setExpirationTime(`${attemptSeconds}s`)
    .encrypt(newest.key);
}

/** Undefined: not sealed by us, or too old. */
export async function openAttempt(db: Database, sealed: string): Promise<Attempt | undefined> {
  const keys = await loadKeys(db);
  try {
    const { payload } = await jwtDecrypt(
      sealed,
      ({ kid }) => {
        const known = keys.find(({ id }) => id === kid);
        if (!known) throw new joseErrors.JWEInvalid("unknown key");
        return known.key;
      },
      {
        audience,
        keyManagementAlgorithms: [algorithm.alg],
        contentEncryptionAlgorithms: [algorithm.enc],
        requiredClaims: ["exp"],
      },
    );
    return attemptSchema.parse(payload);
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}

/** Derives a key from each signing key, so that an attempt can never pass for an access token. */
async function loadKeys(db: Database): Promise<{ id: string; key: Uint8Array }[]> {
  const keys = await loadSigningKeys(db);
  return keys.map(({ id, secret }) => ({
    id,
    key: new Uint8Array(hkdfSync("sha256", secret, "", audience, 32)),
  }));
}
