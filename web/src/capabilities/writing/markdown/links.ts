export type TextPart = { kind: "text"; text: string } | { kind: "link"; text: string; href: string };

/** A sentence of a script without spaces ends an address, and so does its punctuation. */
const sentence =
  "\\u3000-\\u3003\\u3008-\\u3011\\u3014-\\u301f\\uff01\\uff08\\uff09\\uff0c\\uff1a\\uff1b\\uff1f\\uff5e\\u201c\\u201d";
const candidates = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}_])(?:https?:\\/\\/|mailto:)[^\\s<>"${sentence}]+`,
  "giu",
);
const protocols = new Set(["http:", "https:", "mailto:"]);
const brackets = ["()", "[]", "{}"];

/** Splits a message into text and addresses that are safe to link. Joined again, the parts are the message. */
export function splitLinks(message: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of message.matchAll(candidates)) {
    const text = trimSentence(match[0]);
    const href = safeAddress(text);
    if (href === null) continue;
    if (match.index > end) parts.push({ kind: "text", text: message.slice(end, match.index) });
    parts.push({ kind: "link", text, href });
    end = match.index + text.length;
  }
  if (end < message.length) parts.push({ kind: "text", text: message.slice(end) });
  return parts;
}

/** Marks that end the sentence do not belong to the address; a bracket does when it was opened inside it. */
function trimSentence(candidate: string): string {
  // Counted once: a person may paste eight thousand brackets.
  const surplus = new Map(
    brackets.map(([open = "", close = ""]) => [close, count(candidate, close) - count(candidate, open)]),
  );
  let end = candidate.length;
  for (; end > 0; end -= 1) {
    const last = candidate.charAt(end - 1);
    const left = surplus.get(last);
    if (left === undefined ? !/[.,;:!?'’”*_~]/u.test(last) : left <= 0) break;
    if (left !== undefined) surplus.set(last, left - 1);
  }
  return candidate.slice(0, end);
}

/** The address as the browser will follow it, or null when it is not one to be linked. */
export function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!protocols.has(url.protocol)) return null;
  // "https://" alone, or a mail to nobody.
  if (url.protocol === "mailto:" ? url.pathname === "" : url.hostname === "") return null;
  return url.href;
}

/** `/knowledge-base/sop` as an address of this workspace, or null when it is none or would lead elsewhere. */
export function workspaceAddress(path: string, origin = location.origin): string | null {
  if (!path.startsWith("/")) return null;
  // Text that looks like a path may name another host: "//elsewhere", "/\\elsewhere".
  const url = URL.parse(path, origin);
  return url?.origin === origin ? url.href : null;
}

/** The path of an address that lies in this workspace and is a page of it; null for all others. */
export function placeOfWorkspace(href: string, origin = location.origin): string | null {
  const url = URL.parse(href);
  if (url?.origin !== origin || url.pathname.startsWith("/api/")) return null;
  // A path that begins with two slashes is the address of another host.
  if (url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
