import { createDocumentRules, plainOf } from "./document-rules.ts";
import { readMarkdown } from "./read-markdown.ts";
import type { Block } from "./tree.ts";

/** An entry of a table of contents. */
export interface ContentsEntry {
  /** The id of the element that it leads to. */
  anchor: string;
  text: string;
  /** 1 to 6; steps have the level below the heading before them. */
  level: number;
  /** The number of a step. */
  number: number | null;
}

/** The anchor of a step. */
export const stepAnchor = (id: string): string => `step-${id}`;

/** The headings and steps of a document, in order; none where its text is shown as it is. */
export function contentsOf(content: string): ContentsEntry[] {
  let level = 1;
  return (readMarkdown(content, createDocumentRules()) ?? []).flatMap((block): ContentsEntry[] => {
    if (block.kind === "heading") {
      ({ level } = block);
      return [{ anchor: block.anchor, text: plainOf(block.inlines).trim(), level, number: null }];
    }
    if (block.kind !== "step") return [];
    const { id, number, blocks } = block;
    return [{ anchor: stepAnchor(id), text: titleOf(blocks), level: level + 1, number }];
  });
}

/** The first line of a step. */
function titleOf([first]: readonly Block[]): string {
  return first && "inlines" in first ? plainOf(first.inlines).trim() : "";
}
