import { errors } from "@atoll/contract/errors";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "./app-error.ts";

/** Argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. About 20 ms on one core. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password is the account's. For an address that has no account, and for an account that has no
 * password, the same work is done against a decoy, so that the time of the answer tells nothing.
 */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const matches = await verify(storedHash ?? (await decoy), password);
  return typeof storedHash === "string" && matches;
}

/**
 * Refuses a new password that would be guessed first: one of the commonest, a run like 0123456789, something short
 * said over and over, or what everybody knows of its owner. NIST SP 800-63B; the length is the contract's.
 * @param words the owner's email and name and the names of company and product, in any case; an email also stands
 *   for the part before its @. They count as the whole password, not as a part of it.
 * @param path the field of the request that the refusal names.
 * @throws {AppError} `password_too_common`.
 */
export async function assertAcceptablePassword(
  password: string,
  words: readonly string[],
  path = "password",
): Promise<void> {
  const lower = password.toLowerCase();
  const unit = repeatedUnit(lower);
  const known = new Set(words.flatMap((word) => [word, word.split("@")[0] ?? ""]).map(lettersOf));
  known.delete("");
  const common = await loadCommonPasswords();
  if (
    unit.length <= longestTriflingUnit ||
    isRun(lower) ||
    [lower, unit].some((text) => common.has(text) || known.has(lettersOf(text)))
  ) {
    throw new AppError("password_too_common", {
      fields: [{ path, message: errors.password_too_common.text }],
    });
  }
}

/** "abcabcabcabc" is no better than "abc". */
const longestTriflingUnit = 4;

/** Returns the shortest unit that the text repeats, or the text itself. */
function repeatedUnit(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Returns whether each character follows the one before, upwards or downwards; after 9 comes 0. */
function isRun(text: string): boolean {
  const follows = (from: string, to: string) =>
    to.charCodeAt(0) - from.charCodeAt(0) === 1 || (from === "9" && to === "0");
  const pairs = Array.from({ length: text.length - 1 }, (_, at) => [text.charAt(at), text.charAt(at + 1)]);
  return pairs.every(([a = "", b = ""]) => follows(a, b)) || pairs.every(([a = "", b = ""]) => follows(b, a));
}

/** Spaces, dots and dashes do not make a name a secret. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is set: it takes 70 ms, which the start of the server can do without. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
}
