import type { Node } from "@tiptap/pm/model";

export interface TextCounts {
  words: number;
  steps: number;
  /** At 200 words a minute, at least one. */
  minutes: number;
}

/** How long a document is. Linear in its length. */
export function countText(doc: Node): TextCounts {
  let words = 0;
  let steps = 0;
  doc.descendants((node) => {
    if (node.type.name === "step") steps += 1;
    if (!node.isTextblock) return true;
    words += node.textContent.match(/[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu)?.length ?? 0;
    return false;
  });
  return { words, steps, minutes: Math.max(1, Math.round(words / 200)) };
}
