import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for storage, with a key derived from a shared one for this purpose.
 * @param subjectId the row the text belongs to. It cannot be decrypted as another row's.
 * @returns nonce, tag and ciphertext.
 */
export function sealText(secret: Uint8Array, purpose: string, subjectId: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, purpose), nonce);
  cipher.setAAD(Buffer.from(subjectId));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the result of `sealText`. Throws if the key, purpose or subject is different, or a byte was changed. */
export function openText(secret: Uint8Array, purpose: string, subjectId: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secret, purpose), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(subjectId));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(sealed.subarray(nonceBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function keyOf(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `atoll sealed text: ${purpose}`, 32));
}
