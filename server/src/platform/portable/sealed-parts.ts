import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { StartError } from "../log/start-error.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
/** About half a second and 128 MB for each passphrase that somebody tries. */
const cost = { N: 2 ** 17, r: 8, p: 1 };

/** How the key of sealed parts is made of the passphrase. */
export const sealSchema = z.object({
  cipher: z.literal(algorithm),
  keyFrom: z.literal("scrypt"),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  N: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  /** A known text, sealed: with another passphrase, it does not open. */
  check: z.string().regex(/^[0-9a-f]{66}$/),
});
export type Seal = z.infer<typeof sealSchema>;

/** Shorter ones are guessed. */
export const minPassphraseLength = 12;

/** Makes the seal of a new archive, and its key. */
export async function newSeal(passphrase: string): Promise<{ seal: Seal; key: Buffer }> {
  const salt = randomBytes(16).toString("hex");
  const key = await deriveKey(salt, passphrase);
  const check = await collect(sealPart(key, checkPath, [Buffer.from(checkText)]));
  const seal: Seal = {
    ...{ cipher: algorithm, keyFrom: "scrypt", salt, ...cost },
    check: check.toString("hex"),
  };
  return { seal, key };
}

/**
 * Makes the key of an archive again.
 * @throws {StartError} for another passphrase than that of the export.
 */
export async function openSeal({ salt, check }: Seal, passphrase: string): Promise<Buffer> {
  const key = await deriveKey(salt, passphrase);
  await collect(openPart(key, checkPath, [Buffer.from(check, "hex")]));
  return key;
}

/** Passphrases are the same however their accents were typed. */
async function deriveKey(salt: string, passphrase: string): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  return derive(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, {
    ...cost,
    maxmem: 256 * 1024 ** 2,
  });
}

const checkPath = "check";
const checkText = "atoll";

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Seals a part: a nonce, the encrypted content, and the tag, which also proves the part's path. */
export async function* sealPart(
  key: Buffer,
  path: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(path));
  yield nonce;
  for await (const chunk of content) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/**
 * Opens a part. Its content is proven only at the end.
 * @throws {StartError} at the end of a changed part, or with another key.
 */
export async function* openPart(
  key: Buffer,
  path: string,
  sealed: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let decipher: ReturnType<typeof newDecipher> | undefined;
  for await (const chunk of sealed) {
    rest = Buffer.concat([rest, chunk]);
    if (!decipher && rest.length >= nonceBytes) {
      decipher = newDecipher(key, path, rest.subarray(0, nonceBytes));
      rest = rest.subarray(nonceBytes);
    }
    if (decipher && rest.length > tagBytes) {
      yield decipher.update(rest.subarray(0, -tagBytes));
      rest = rest.subarray(-tagBytes);
    }
  }
  try {
    if (!decipher || rest.length !== tagBytes) throw new Error("the part was cut short");
    decipher.setAuthTag(rest);
    yield decipher.final();
  } catch (cause) {
    throw new StartError(
      "The passphrase does not open this archive, or its secrets were changed.",
      "Give the passphrase with which it was exported. Nothing was changed.",
      { cause },
    );
  }
}

function newDecipher(key: Buffer, path: string, nonce: Buffer) {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(path));
  return decipher;
}
