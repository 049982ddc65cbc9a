import { documentMaxMarkSquares, documentMaxMarks } from "@atoll/contract/documents/limits";
import type { DocumentNode } from "./document-node.ts";

/** Pieces of text that differ in their marks, in the whole document. Writing them takes a second or two. */
const maxRuns = 60_000;

/**
 * Returns the limit that a document exceeds before it is written as Markdown; undefined for one that is written in a
 * reasonable time. Each change of marks in a text writes a mark, so reading it back would find the same excess.
 */
export function findExcessToWrite(document: DocumentNode): string | undefined {
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
