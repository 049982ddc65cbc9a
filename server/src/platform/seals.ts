import { createHmac, timingSafeEqual } from "node:crypto";

/** The keys that all nodes share, of which one is the newest and those before it are still good for a while. */
export interface SealKeys {
  newest(): SealKey;
  /** Undefined: there is none of this id, or it was retired. */
  find(id: string | undefined): Promise<SealKey | undefined>;
}

interface SealKey {
  id: string;
  secret: Uint8Array;
}

/** Seals on texts that leave the server and come back, such as links. */
export interface Seals {
  /**
   * `purpose` keeps one kind of text from standing in for another. The same text has the same seal as long as the
   * same key is the newest.
   */
  seal(purpose: string, text: string): string;
  /** Whether this is the text's seal, by a key that is not retired. */
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

/** By a key of the purpose's own, made from one that signs tokens too: no token is ever a seal, and no seal a token. */
function digestOf(secret: Uint8Array, purpose: string, text: string): Buffer {
  const key = createHmac("sha256", secret).update(`atoll seal: ${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest();
}
