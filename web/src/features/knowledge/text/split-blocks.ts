import { plainText } from "@atoll/contract/knowledge/outline";

const fence = /^ {0,3}(`{3,}|~{3,})/;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const indented = /^(?: {2,}|\t)/;
/** A text of more blocks is one that a program wrote: its rest is one block. */
const maxBlocks = 1500;

/** Splits Markdown at blank lines into blocks that mean the same on their own. Lists and code stay whole. */
export function splitBlocks(lines: readonly string[]): string[] {
  const blocks: string[][] = [];
  let openFence: string | undefined;
  let isAfterBlank = true;
  for (const line of lines) {
    const mark = fence.exec(line.trimStart())?.[1];
    const isCode = openFence !== undefined;
    if (mark !== undefined)
      openFence = openFence === undefined ? mark : mark.startsWith(openFence) ? undefined : openFence;
    const last = blocks.at(-1);
    if (line.trim() === "") {
      last?.push(line);
      isAfterBlank = true;
      continue;
    }
    const begins = !last || (isAfterBlank && !isCode && !continues(last, line) && blocks.length < maxBlocks);
    if (begins) blocks.push([line]);
    else last.push(line);
    isAfterBlank = false;
  }
  return blocks.map((block) => block.join("\n").trimEnd());
}

/** A list goes on with its next item, and with what is indented below an item. */
function continues([first = ""]: readonly string[], line: string): boolean {
  return indented.test(line) || (item.test(first) && item.test(line));
}

/** The words of a block, for a comment that quotes it. */
export function quoteOf(markdown: string): string {
  const words = plainText(
    markdown
      .slice(0, 2000)
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, "")
      .replace(/!\[([^\]]{0,300})\]/g, "[$1]")
      .replace(/^\s*(?:>\s?|[-*+]\s|\d{1,9}[.)]\s)+/gm, "")
      .replace(/<br>/g, " "),
  )
    .replace(/\|(?:[\s:|-]+\|)*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...words].slice(0, 200).join("").trim() || "This part";
}

/**
 * Returns an anchor that a block keeps while its text stays the same, wherever it moves. Blocks of the same text are
 * numbered.
 */
export function anchorOf(markdown: string, used: Map<string, number>): string {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let at = 0; at < markdown.length; at += 1)
    hash = Math.imul(hash ^ markdown.charCodeAt(at), 0x01000193) >>> 0;
  const anchor = `text-${hash.toString(36)}`;
  const seen = used.get(anchor) ?? 0;
  used.set(anchor, seen + 1);
  return seen === 0 ? anchor : `${anchor}-${seen + 1}`;
}
