import { countWords, readingMinutes } from "@atoll/contract/knowledge/outline";
import type { Node } from "@tiptap/pm/model";

export interface TextCounts {
  words: number;
  steps: number;
  /** At least one. */
  minutes: number;
}

/** How long a document is. Linear in its length. */
export function countText(doc: Node): TextCounts {
  let words = 0;
  let steps = 0;
  doc.descendants((node) => {
    if (node.type.name === "step") steps += 1;
    if (!node.isTextblock) return true;
    words += countWords(node.textContent);
    return false;
  });
  return { words, steps, minutes: readingMinutes(words) };
}
