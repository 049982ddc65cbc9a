import { documentMaxMarkSquares, documentMaxMarks } from "@atoll/contract/documents/limits";
import { canonical } from "./canonical.ts";
import type { DocumentNode } from "./document-node.ts";
import { findExcess } from "./find-excess.ts";
import { readMarkdown, writeMarkdown } from "./markdown.ts";

/** Pieces of text that differ in their marks, in the whole document. Writing them takes a second or two. */
const maxRuns = 60_000;

/**
 * Returns the limit that a document exceeds before it is written as Markdown; undefined for one that is written in a
 * reasonable time. Each change of marks in a text writes a mark, so reading it back would find the same excess.
 */
function findExcessToWrite(document: DocumentNode): string | undefined {
  let [runs, squares] = [0, 0];
  const open = [document];
  for (let node = open.pop(); node; node = open.pop()) {
    let changes = 0;
    let before: ReadonlySet<string> = new Set();
    for (const child of node.content ?? []) {
      if (child.type !== "text") {
        open.push(child);
        continue;
      }
      const now = new Set((child.marks ?? []).map(({ type }) => type));
      for (const type of now) if (!before.has(type)) changes += 1;
      for (const type of before) if (!now.has(type)) changes += 1;
      before = now;
      runs += 1;
    }
    squares += changes * changes;
    if (changes > documentMaxMarks || squares > documentMaxMarkSquares)
      return `${documentMaxMarks.toLocaleString("en-US")} changes of formatting in one paragraph`;
    if (runs > maxRuns) return `${maxRuns.toLocaleString("en-US")} differently formatted pieces of text`;
  }
  return undefined;
}

/** A block that Markdown would give back differently. */
export interface LostBlock {
  /** Counted from 1, as a person counts the blocks of the page. */
  position: number;
  /** As ProseMirror calls it: "paragraph", "table". */
  type: string;
  /** Its first words. */
  excerpt: string;
}

export interface WrittenDocument {
  markdown: string;
  /** Blocks that reading the Markdown back does not give again. Such a document is not published. */
  lost: LostBlock[];
  /** The limit that the document exceeds; its Markdown is only its words then. Such a document is not published. */
  excess?: string;
}

/** Writes a document as Markdown, and reads it back to see whether all of it is there. */
export function writeChecked(document: DocumentNode): WrittenDocument {
  const before = canonical(document);
  const excess = findExcessToWrite(before);
  if (excess !== undefined) return { markdown: wordsOf(before), lost: [], excess };
  const markdown = writeMarkdown(before);
  // Reading it back would take too long. Everything that stores the text finds the same excess.
  if (findExcess(markdown) !== undefined) return { markdown, lost: [] };
  const after = canonical(readMarkdown(markdown));
  if (JSON.stringify(before) === JSON.stringify(after)) return { markdown, lost: [] };
  return { markdown, lost: lostBlocks(before, after) };
}

/** The words of a document, a paragraph for each block. */
function wordsOf(document: DocumentNode): string {
  const words = (document.content ?? []).map((block) => textOf(block).replaceAll(/\s+/g, " ").trim());
  return `${words.filter((text) => text !== "").join("\n\n")}\n`;
}

function lostBlocks(before: DocumentNode, after: DocumentNode): LostBlock[] {
  const blocks = before.content ?? [];
  const lost = blocks.flatMap((block, index) => (survivesAlone(block) ? [] : [describe(block, index)]));
  if (lost.length > 0) return lost;
  // Each survives by itself: the first that differs stands next to one that it cannot stand next to.
  const first = blocks.findIndex(
    (block, index) => JSON.stringify(block) !== JSON.stringify(after.content?.[index]),
  );
  const [index, block] = first < 0 ? [blocks.length - 1, blocks.at(-1)] : [first, blocks[first]];
  return block ? [describe(block, index)] : [];
}

function survivesAlone(block: DocumentNode): boolean {
  const document = { type: "doc", content: [block] };
  return JSON.stringify(canonical(readMarkdown(writeMarkdown(document)))) === JSON.stringify(document);
}

function describe(block: DocumentNode, index: number): LostBlock {
  return { position: index + 1, type: block.type, excerpt: textOf(block).trim().slice(0, 80) };
}

function textOf(node: DocumentNode): string {
  if (node.text !== undefined) return node.text;
  const content = node.content ?? [];
  return content.map(textOf).join(content.some(({ type }) => type === "text") ? "" : " ");
}
