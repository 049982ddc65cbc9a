import { parseJson } from "../../lib/shape.ts";
import type { Share } from "../../lib/shares.ts";
import { safeOrigin } from "../safe-origin.ts";

type Words = Pick<Share, "title" | "text">;

/** The longest line that becomes a title. */
const maxTitleLength = 120;

/** Pure: what was shared as one text. Many apps repeat the title in the text. */
export function asText({ title, text }: Words): string {
  return text.includes(title) ? text : [title, text].filter((part) => part !== "").join("\n");
}

/** Pure: what was shared as a title and a body: the title that was sent, or else the first line. */
export function asTitleAndBody(words: Words): { title: string; body: string } {
  const text = asText(words);
  const [first = "", ...others] = text.split("\n");
  const title = words.title || first.trim();
  if (title.length > maxTitleLength) return { title: `${title.slice(0, maxTitleLength - 1)}…`, body: text };
  const body = first.trim() === title ? others.join("\n") : text;
  return { title, body: body.trim() };
}

/** Pure: what was typed, and below it what was shared. */
export function below(typed: string, added: string): string {
  return [typed.trimEnd(), added].filter((part) => part !== "").join("\n\n");
}

/**
 * Pure: the draft of a form with a title and a body, with what was shared. Words that are typed there stay: the rest
 * goes below them.
 */
export function intoDraft(draft: string, bodyField: "description" | "text", words: Words): string {
  const held = parseJson(draft);
  const fields = new Map(Object.entries(typeof held === "object" && held !== null ? held : {}));
  const typed = (name: string) => {
    const value: unknown = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const { title, body } = asTitleAndBody(words);
  const isFree = typed("title").trim() === "";
  if (isFree) fields.set("title", title);
  fields.set(bodyField, below(typed(bodyField), isFree ? body : asText(words)));
  return JSON.stringify(Object.fromEntries(fields));
}

/**
 * Pure: the path that a link like `web+atoll:/tasks/…` leads to, or null if it does not lead to a page here. Links that
 * name a host lead nowhere else: only this workspace is opened.
 */
export function pathOfLink(link: string, site: string): string | null {
  const [, rest] = /^web\+atoll:(.*)$/is.exec(link) ?? [];
  if (rest === undefined) return null;
  const host = /^\/\/([^/?#]*)(.*)$/s.exec(rest);
  if (host && host[1] !== new URL(site).host) return null;
  return safeOrigin(host ? host[2] : rest, site);
}
