import type { Mention } from "./mention-schema.ts";
import { codeParts } from "./text/code-parts.ts";
import { beforeAt, wordGoesOn } from "./text/word-edges.ts";

/**
 * Finds the people a text mentions. Browser and server use the same code, so that highlighted names and notifications
 * agree.
 */

export type { Mention };

const quotedLines = /^ {0,3}>.*$/gm;
const callOfAll = new RegExp(`(^|[^${beforeAt}])@(channel|here)(?!${wordGoesOn})`, "u");
const callOfChannel = new RegExp(`(^|[^${beforeAt}])@channel(?!${wordGoesOn})`, "u");
const endsInWord = new RegExp(`[${beforeAt}]$`, "u");
const goesOn = new RegExp(`^${wordGoesOn}`, "u");
const linkStart = /\bhttps?:\/\/[^\s<]/i;

/** The text with its code blanked out, at the same positions: nobody is called from inside code. */
export function withoutCode(content: string): string {
  // Nearly every message; the browser reads texts while they are typed.
  if (!/[`~]/.test(content)) return content;
  let text = "";
  for (const { from, to } of codeParts(content))
    text += content.slice(text.length, from) + " ".repeat(to - from);
  return text + content.slice(text.length);
}

/** The text without its code and what it quotes, at the same positions: who quotes a call does not call again. */
export function withoutQuotes(content: string): string {
  return withoutCode(content).replace(quotedLines, (line) => " ".repeat(line.length));
}

/**
 * Returns whether the text mentions everyone in the channel, or everyone who is online; `channel` wins. Ignores code
 * and quotes.
 */
export function findCallOfAll(content: string): "channel" | "here" | null {
  const text = withoutQuotes(content);
  if (!callOfAll.test(text)) return null;
  return callOfChannel.test(text) ? "channel" : "here";
}

/**
 * Returns whether the text mentions a person: an @ and their full name, in any case, but not inside a longer word, code
 * or a quote.
 */
export function callsByName(content: string, name: string): boolean {
  return callReader(content)(name);
}

/** Does the same for any number of people, and parses the text only once. */
export function callReader(content: string): (name: string) => boolean {
  const text = withoutQuotes(content);
  const folded = foldCase(text);
  return (name) => findFolded(text, folded, name, 0) >= 0;
}

/** Where the next call of a name begins (at its @), or -1. */
export function findName(text: string, name: string, from: number): number {
  return findFolded(text, foldCase(text), name, from);
}

function findFolded(text: string, folded: string, name: string, from: number): number {
  const wanted = `@${foldCase(name)}`;
  for (let at = folded.indexOf(wanted, from); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    if (!endsInWord.test(before) && !goesOn.test(after)) return at;
  }
  return -1;
}

export function hasLink(content: string): boolean {
  return linkStart.test(content);
}

/** Lower case without moving anything: a few letters, such as the Turkish İ, would grow. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join("");
}
