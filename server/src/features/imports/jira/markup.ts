import type { PersonText } from "../../tasks/public.ts";
import { fenceMark } from "../issues/markdown.ts";

/** A longer line, which no person has written, stays as it is. */
const longestLine = 10_000;
const fence = /\{(?:code|noformat)(?::([^}\n]{0,200}))?\}/g;

/**
 * Pure: wiki markup of Jira as Markdown: headings, lists, quotes, tables, code, emphasis, links, images and mentions. The
 * work is linear: each pattern looks at one line, and at a bounded part of it.
 */
export function fromMarkup(source: string): PersonText[] {
  const text = source.replace(/\r\n?/g, "\n");
  const parts: PersonText[] = [];
  let [last, language, isCode] = [0, "", false];
  for (const match of [...text.matchAll(fence), undefined]) {
    const piece = text.slice(last, match?.index);
    // A block without an end is no code.
    if (isCode && match) parts.push(codeOf(piece, language));
    else parts.push(...proseOf(isCode ? `{code}${piece}` : piece));
    if (!match) break;
    [last, language, isCode] = [match.index + match[0].length, languageOf(match[1]), !isCode];
  }
  return parts;
}

function languageOf(options = ""): string {
  const named = options.split("|").find((option) => !option.includes("="));
  return /^[\w+#-]{1,20}$/.test(named ?? "") ? (named ?? "") : "";
}

function codeOf(code: string, language: string): string {
  if (!code.includes("\n")) return `\`${code.replaceAll("`", "'")}\``;
  const mark = fenceMark(code);
  return `\n${mark}${language}\n${code.replace(/^\n|\n$/g, "")}\n${mark}\n`;
}

function proseOf(text: string): PersonText[] {
  let isQuote = false;
  let isTable = false;
  const parts: PersonText[] = [];
  const lines = text.split("\n");
  for (const [index, whole] of lines.entries()) {
    if (index > 0) parts.push("\n");
    const marks = whole.split("{quote}");
    const line = marks.join("");
    const quotes = isQuote || marks.length > 1;
    if (marks.length % 2 === 0) isQuote = !isQuote;
    if (line === "" && marks.length > 1) continue;
    if (quotes) parts.push("> ");
    const isRow = /^\s*\|.*\|\s*$/.test(line) && line.length <= longestLine;
    const cells = isRow ? cellsOf(line) : [];
    if (isRow && !isTable && !line.trimStart().startsWith("||"))
      parts.push(`|${cells.map(() => "   |").join("")}\n|${cells.map(() => " --- |").join("")}\n`);
    if (isRow) for (const cell of cells) parts.push("| ", ...inlineOf(cell.trim()), " ");
    if (isRow) parts.push("|");
    else parts.push(...blockOf(line));
    if (isRow && !isTable && line.trimStart().startsWith("||"))
      parts.push(`\n|${cells.map(() => " --- |").join("")}`);
    isTable = isRow;
  }
  return parts;
}

/** The cells of a row. A bar in a link parts no cells. */
function cellsOf(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|{1,2}/, "")
    .replace(/\|{1,2}$/, "");
  return row
    .replace(/\[[^[\]|]{1,300}\|[^[\]|]{1,2000}\]/g, (link) => link.replace("|", "\u0001"))
    .split(/\|{1,2}/)
    .map((cell) => cell.replaceAll("\u0001", "|"));
}

function blockOf(line: string): PersonText[] {
  const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line);
  if (heading) return [`${"#".repeat(Number(heading[1]))} `, ...inlineOf(heading[2] ?? "")];
  const quote = /^\s*bq\.\s+(.*)$/.exec(line);
  if (quote) return ["> ", ...inlineOf(quote[1] ?? "")];
  const item = /^\s*([*#-]{1,6})\s+(.*)$/.exec(line);
  if (/^\s*-{4,5}\s*$/.test(line)) return ["\n---"];
  if (item && !/^-{2,}$/.test(item[1] ?? "")) {
    const marks = item[1] ?? "";
    return [
      `${"   ".repeat(marks.length - 1)}${marks.endsWith("#") ? "1." : "-"} `,
      ...inlineOf(item[2] ?? ""),
    ];
  }
  return inlineOf(line);
}

const inline =
  /\{\{([^{}\n]{1,500})\}\}|\[~(?:accountid:)?([^\]\n|]{1,200})\]|\[([^[\]|\n]{1,500})\|([^[\]|\n]{1,2000})(?:\|[^\]\n]{0,100})?\]|\[((?:https?|mailto):[^\]\n|]{1,2000})\]|(?<![\w!])!([^!\s|][^!\n|]{0,200})(?:\|[^!\n]{0,200})?!/g;

function inlineOf(line: string): PersonText[] {
  if (line.length > longestLine) return [line];
  const parts: PersonText[] = [];
  let last = 0;
  for (const match of line.matchAll(inline)) {
    const [all, code, person, words, address, bare, image] = match;
    parts.push(emphasis(line.slice(last, match.index)));
    last = match.index + all.length;
    if (code !== undefined) parts.push(`\`${code.replaceAll("`", "'")}\``);
    else if (person !== undefined) parts.push("@", { person: person.trim() });
    else if (words !== undefined) parts.push(linkOf(words, (address ?? "").trim()));
    else if (bare !== undefined) parts.push(bare.replace(/^mailto:/, ""));
    else if (image !== undefined)
      parts.push(/^https?:\/\/\S+$/.test(image) ? `[📎 image](${escapeAddress(image)})` : `📎 ${image}`);
  }
  return [...parts, emphasis(line.slice(last))];
}

function linkOf(words: string, address: string): string {
  const isWeb = /^(?:https?:\/\/|mailto:)\S+$/i.test(address);
  return isWeb ? `[${emphasis(words)}](${escapeAddress(address)})` : `${words} (${address})`;
}

const escapeAddress = (address: string) => address.replaceAll("(", "%28").replaceAll(")", "%29");

/** The marks of emphasis around words, and those that Markdown has none for. */
function emphasis(text: string): string {
  return text
    .replace(/\{(?:color|panel|info|note|tip|warning|section|column|anchor|align)(?::[^}\n]{0,200})?\}/g, "")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,500})(?<=\S)\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w-])-(?=[^\s-])([^-\n]{1,500})(?<=\S)-(?![\w-])/g, "~~$1~~")
    .replace(/(?<![\w+])\+(?=\S)([^+\n]{1,500})(?<=\S)\+(?![\w+])/g, "$1")
    .replace(/\\\\/g, "\n");
}
