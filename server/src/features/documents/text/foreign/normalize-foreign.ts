import { randomUUID } from "node:crypto";
import type { ImportLoss } from "@atoll/contract/knowledge/transfer-limits";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toMarkdown } from "mdast-util-to-markdown";
import { foreignReadOptions, writeOptions } from "../markdown.ts";
import { type Loss, prepareLines } from "./prepare-lines.ts";
import type { FileTarget } from "./rewrite-inlines.ts";
import { rewriteTree } from "./rewrite-tree.ts";

/** Markdown of another program, in the form that the dialect reads. */
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
 * @param options with `aimsAll`, also links to files that are no pages, and to parts of pages, are targets.
 */
export function normalizeForeign(markdown: string, { aimsAll = false } = {}): ForeignText {
  const { text, origins, losses } = prepareLines(markdown);
  const targets: FileTarget[] = [];
  const found = [...losses];
  const scheme = `target-${randomUUID()}`;
  const root: Root = fromMarkdown(text, foreignReadOptions);
  rewriteTree(root, {
    source: text,
    aimsAll,
    lose: (kind: ImportLoss, line: number) => found.push({ kind, line: origins[line - 1] ?? line }),
    aim: (target) =>
      `${scheme}:${targets.push({ ...target, line: origins[target.line - 1] ?? target.line }) - 1}`,
  });
  return { markdown: toMarkdown(root, writeOptions), losses: found, targets, scheme };
}
