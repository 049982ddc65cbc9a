import { createHmac, timingSafeEqual } from "node:crypto";

/** The keys shared by all nodes: the newest one, and previous ones that are still valid. */
export interface SealKeys {
  newest(): SealKey;
  /** Undefined if there is no such key, or it was retired. */
  find(id: string | undefined): Promise<SealKey | undefined>;
}

interface SealKey {
  id: string;
  secret: Uint8Array;
}

/** Signatures on texts that leave the server and come back, such as links. */
export interface Seals {
  /**
   * Signs a text. `purpose` prevents one kind of text from being used as another. The signature of a text is the same
   * while the same key is the newest.
   */
  seal(purpose: string, text: string): string;
  /** Returns whether this is a valid signature of the text, by a key that is not retired. */
  isSealed(purpose: string, text: string, seal: string): Promise<boolean>;
}

export function createSeals(keys: SealKeys): Seals {
  return {
    seal(purpose, text) {
      const { id, secret } = keys.newest();
      return `${id}.${digestOf(secret, purpose, text).toString("base64url")}`;
    },
    async isSealed(purpose, text, seal) {
      const [id, digest = ""] = seal.split(".");
      const key = await keys.find(id);
      if (!key) return false;
      const [given, right] = [Buffer.from(digest, "base64url"), digestOf(key.secret, purpose, text)];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/**
 * Uses a key derived for the purpose from one that also signs tokens, so that no token is ever a valid signature, and
 * no signature a token.
 */
function digestOf(secret: Uint8Array, purpose: string, text: string): Buffer {
  const key = createHmac("sha256", secret).update(`atoll seal: ${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest();
}
