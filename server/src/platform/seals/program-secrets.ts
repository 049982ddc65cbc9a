import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashLinkToken } from "./link-tokens.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 238 bits, which nobody guesses. */
const randomLength = 40;
const checksumLength = 6;
const bodyShape = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** The secret with which a program comes, and what is stored of it. */
interface ProgramSecret {
  secret: string;
  hash: Buffer;
  /** Its last characters, by which its owner tells it from others. */
  ending: string;
}

/** Makes a secret: a prefix, random letters, and a checksum by which scanners of secrets know it from other texts. */
export function newProgramSecret(prefix: string): ProgramSecret {
  const random = Array.from({ length: randomLength }, () => letters.charAt(randomInt(letters.length))).join(
    "",
  );
  const secret = `${prefix}${random}${checksumOf(random)}`;
  return { secret, hash: hashLinkToken(secret), ending: secret.slice(-4) };
}

/** Returns whether a text has the form of a secret with this prefix, so that no other is looked for. */
export function isProgramSecret(text: string, prefix: string): boolean {
  const body = text.slice(prefix.length);
  const random = body.slice(0, -checksumLength);
  return text.startsWith(prefix) && bodyShape.test(body) && body.endsWith(checksumOf(random));
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let place = 0; place < checksumLength; place += 1) {
    text = letters.charAt(rest % letters.length) + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}
