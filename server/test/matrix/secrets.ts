import { randomBytes } from "node:crypto";
import type { ActorName } from "./actors.ts";

export interface Secret {
  what: string;
  /** The people who may see it. Nobody else may, and never the log. */
  readers: readonly ActorName[];
  /** The people who have seen it in this run. */
  seenBy: Set<ActorName>;
}

export interface Secrets {
  /** A text to put into a private thing: it is found wherever it comes out again. */
  hide(what: string, readers: readonly ActorName[]): string;
  /** A network address for the same. */
  hideAddress(what: string, readers: readonly ActorName[]): string;
  /** Returns the secrets in a text that this actor, or the log, may not see. Records those that they may. */
  leaksTo(reader: ActorName | "log", text: string): string[];
  all(): Secret[];
}

/** Recognised by their look, so that one pass over an answer finds any of them. */
const look = /hush[a-p]{12}|10\.77\.\d{1,3}\.\d{1,3}/gi;
/** Never in any answer but the one that hands it to its owner, and never in the log. */
const alwaysSecret: [string, RegExp][] = [
  ["a password's hash", /\$argon2|\$2[aby]\$/],
  ["a private key", /BEGIN [A-Z ]*PRIVATE KEY/],
];
/** Updates of shared documents travel as base64, with their texts as they are. */
const encodedBytes = /[A-Za-z0-9+/]{32,}={0,2}/g;
const accessToken = /eyJ[\w-]{8,}\.eyJ[\w-]+\.[\w-]+/;

export function createSecrets(): Secrets {
  const known = new Map<string, Secret>();
  let addresses = 0;

  function keep(text: string, what: string, readers: readonly ActorName[]): string {
    known.set(text, { what, readers, seenBy: new Set() });
    return text;
  }

  return {
    hide: (what, readers) => keep(`hush${letters()}`, what, readers),
    hideAddress(what, readers) {
      addresses += 1;
      return keep(`10.77.${addresses >> 8}.${addresses & 255}`, what, readers);
    },
    leaksTo(reader, text) {
      const leaks = alwaysSecret.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
      const decoded = Array.from(text.matchAll(encodedBytes), ([bytes]) =>
        Buffer.from(bytes, "base64").toString("latin1"),
      );
      for (const [found] of [text, ...decoded].flatMap((one) => [...one.matchAll(look)])) {
        const secret = known.get(found.toLowerCase());
        if (!secret) continue;
        if (reader !== "log" && secret.readers.includes(reader)) secret.seenBy.add(reader);
        else leaks.push(secret.what);
      }
      return [...new Set(leaks)];
    },
    all: () => [...known.values()],
  };
}

/** Letters only, like words: search suggests nothing else for a misspelling. */
function letters(): string {
  return Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 16))).join("");
}

/** Returns whether a text holds an access token. */
export function holdsAccessToken(text: string): boolean {
  return accessToken.test(text);
}
