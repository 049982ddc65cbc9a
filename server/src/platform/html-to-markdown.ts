/** Marks that only HTML has: an end of an element, or a line break. */
const html =
  /<br\s*\/?>|<!doctype html|<html[\s>]|<\/(?:p|div|span|a|b|strong|i|em|u|ul|ol|li|h[1-6]|table|tr|td|font|body)\s*>/i;
const tags = /<(\/?)([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>|<![^<>]*>/gi;
/** Beginnings and ends of what is nothing to read. */
const unseen = [
  ["<!--", "-->"],
  ["<style", "</style>"],
  ["<script", "</script>"],
  ["<head>", "</head>"],
  ["<title", "</title>"],
] as const;
const longest = 100_000;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  euro: "€",
  laquo: "«",
  raquo: "»",
  ldquo: "“",
  rdquo: "”",
  lsquo: "‘",
  rsquo: "’",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
};

export function isHtml(text: string): boolean {
  return html.test(text.slice(0, longest));
}

/**
 * Returns HTML as text with the marks of Markdown that descriptions show: bold, italics, links, lists. The work is
 * linear, and only the beginning of a very long text is read.
 */
export function htmlToMarkdown(source: string): string {
  let rest = source.slice(0, longest);
  for (const [begin, end] of unseen) rest = without(rest, begin, end);
  // Programs that write a few marks into plain text keep its line breaks.
  const hasBlocks = /<(?:p|div|br|html|li|h[1-6])\b/i.test(rest);
  if (hasBlocks) rest = rest.replace(/[ \t\r\n]+/g, " ");
  const links: string[] = [];
  const lists: number[] = [];
  const written = rest.replace(tags, (_tag, slash = "", name = "", attributes = "") =>
    markOf(String(name).toLowerCase(), slash === "/", String(attributes), links, lists),
  );
  return decodeEntities(written)
    .replace(/\[([^[\]\n]*)\]\(\1\)/g, "$1")
    .replace(/[ \t]+/g, " ")
    .replace(/\*\* ?\*\*/g, "")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the mark of a tag. `links` and `lists` hold the addresses and the numbers of the elements that are open. */
function markOf(name: string, ends: boolean, attributes: string, links: string[], lists: number[]): string {
  if (name === "br") return "\n";
  if (name === "hr") return "\n\n";
  if (name === "b" || name === "strong") return "**";
  if (name === "i" || name === "em") return "_";
  if (name === "ul" || name === "ol") {
    if (ends) lists.pop();
    else lists.push(name === "ol" ? 1 : 0);
    return "\n";
  }
  if (name === "li") return ends ? "" : itemMark(lists);
  if (name === "td" || name === "th") return ends ? " " : "";
  if (name === "a") {
    if (ends) {
      const address = links.pop();
      return address ? `](${address})` : "";
    }
    const address = addressOf(attributes);
    links.push(address);
    return address ? "[" : "";
  }
  if (/^(?:p|h[1-6]|table|blockquote)$/.test(name)) return "\n\n";
  return /^(?:div|tr)$/.test(name) ? "\n" : "";
}

function itemMark(lists: number[]): string {
  const number = lists.at(-1) ?? 0;
  if (number === 0) return "\n- ";
  lists[lists.length - 1] = number + 1;
  return `\n${number}. `;
}

function addressOf(attributes: string): string {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const address = decodeEntities(double ?? single ?? bare ?? "").trim();
  return /^(?:https?:\/\/|mailto:)[^\s()<>]+$/i.test(address) ? address : "";
}

/** Removes everything from each beginning up to the next end. */
function without(text: string, begin: string, end: string): string {
  const lower = text.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  for (let found = lower.indexOf(begin); found >= 0; found = lower.indexOf(begin, at)) {
    kept.push(text.slice(at, found));
    const last = lower.indexOf(end, found);
    at = last < 0 ? text.length : last + end.length;
  }
  return kept.join("") + text.slice(at);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
