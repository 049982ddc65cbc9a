import { maxNamedSubjects } from "@atoll/contract/git-links/schemas";
import { uuidSource } from "@atoll/contract/uuid";

/** Characters of a text in which names are looked for, and which are shown. */
const readText = 20_000;
export const shownText = 300;

/** The address of a task or card ends with its ID, and a branch has it in its name. */
const idPattern = new RegExp(`(?<![0-9a-f])${uuidSource}(?![0-9a-f])`, "gi");

/** Returns the IDs that texts name, up to as many as one delivery may. */
export function namedIn(...texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [id] of text.slice(0, readText).matchAll(idPattern)) {
      if (found.size >= maxNamedSubjects) return [...found];
      found.add(id.toLowerCase());
    }
  }
  return [...found];
}

/** Spaces, control characters, and those that change the direction of the text around them. */
const unshown = /[\s\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** One line of text from outside, which is shown as text. */
export function lineOf(text: string): string {
  const [line = ""] = text
    .slice(0, readText)
    .trim()
    .split(/[\r\n]/, 1);
  return line.replace(unshown, " ").trim().slice(0, shownText).toWellFormed();
}

/** The address of a repository, read once for all addresses within it. */
export interface Home {
  origin: string;
  /** Its path, which ends with one slash. */
  path: string;
}

/** Reads the address of a repository. Null if it is none. */
export function homeOf(repository: string): Home | null {
  if (!URL.canParse(repository)) return null;
  const { origin, pathname } = new URL(repository);
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  return { origin, path: `${pathname.slice(0, end)}/` };
}

/** Returns an address if it is one of https within the repository. A payload could lead anywhere else. */
export function linkWithin(address: string, home: Home | null): string | null {
  if (!home || address.length > 2_000 || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWithin =
    url.protocol === "https:" &&
    url.origin === home.origin &&
    url.username === "" &&
    url.password === "" &&
    url.pathname.startsWith(home.path);
  return isWithin ? url.href : null;
}

/** Returns the name of an author, which is shown as text. */
export const authorOf = (author: string | null): string | null =>
  (author && lineOf(author).slice(0, 100).toWellFormed()) || null;

/** A time that PostgreSQL can store; a clock that is wrong by years says nothing about order. */
export function timeOf(at: string): string | null {
  const time = new Date(at).getTime();
  return time > 0 && time < Date.UTC(2200, 0) ? new Date(time).toISOString() : null;
}
