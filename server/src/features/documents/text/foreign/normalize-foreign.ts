import { randomUUID } from "node:crypto";
import type { ImportLoss } from "@atoll/contract/knowledge/transfer-limits";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toMarkdown } from "mdast-util-to-markdown";
import { foreignReadOptions, writeOptions } from "../markdown.ts";
import { type Loss, prepareLines } from "./prepare-lines.ts";
import { rewriteTree } from "./rewrite-tree.ts";

/** A link or an image that leads to another file of the same archive. */
export interface FileTarget {
  kind: "page" | "image";
  /** As it is written. */
  address: string;
  /** The name of a file or a page, wherever it is, as Obsidian writes it, and no path from the file that has the link. */
  isName: boolean;
  /** Empty where the link has no words of its own. */
  words: string;
  line: number;
}

export interface ForeignText {
  markdown: string;
  losses: Loss[];
  /** The text has them as `scheme:0`, `scheme:1`, with a scheme that no other address has. */
  targets: FileTarget[];
  scheme: string;
}

/**
 * Rewrites Markdown of other programs in the form that the dialect reads: links with their addresses, headings with
 * number signs, code in fences, boxes as callouts. The rest stays text, and is named by its line.
 */
export function normalizeForeign(markdown: string): ForeignText {
  const { text, origins, losses } = prepareLines(markdown);
  const targets: FileTarget[] = [];
  const found = [...losses];
  const scheme = `target-${randomUUID()}`;
  const root: Root = fromMarkdown(text, foreignReadOptions);
  rewriteTree(root, {
    source: text,
    lose: (kind: ImportLoss, line: number) => found.push({ kind, line: origins[line - 1] ?? line }),
    aim: (target) =>
      `${scheme}:${targets.push({ ...target, line: origins[target.line - 1] ?? target.line }) - 1}`,
  });
  return { markdown: toMarkdown(root, writeOptions), losses: found, targets, scheme };
}
