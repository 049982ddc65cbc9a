import { errors } from "@atoll/contract/errors/errors";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../app-error.ts";

/** Argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. About 20 ms on one core. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password is the account's. For an unknown address, or an account without a password, it does the
 * same work with a decoy, so that the response time reveals nothing.
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
 * Rejects a new password that is easy to guess: one of the most common, a run such as 0123456789, a short repetition,
 * or something known about its owner. NIST SP 800-63B; the contract checks the length.
 * @param words the owner's email and name, and the names of company and product, in any case. An email also stands for
 * the part before its @. They are rejected as the whole password, not as a part of it.
 * @param path the field of the request for the error.
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

/** Returns whether each character follows the previous one, up or down. 0 follows 9. */
function isRun(text: string): boolean {
  const follows = (from: string, to: string) =>
    to.charCodeAt(0) - from.charCodeAt(0) === 1 || (from === "9" && to === "0");
  const pairs = Array.from({ length: text.length - 1 }, (_, at) => [text.charAt(at), text.charAt(at + 1)]);
  return pairs.every(([a = "", b = ""]) => follows(a, b)) || pairs.every(([a = "", b = ""]) => follows(b, a));
}

/** Removes spaces, dots and dashes, which do not make a name secret. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list when the first password is set. It takes 70 ms, which would delay the start. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
}
