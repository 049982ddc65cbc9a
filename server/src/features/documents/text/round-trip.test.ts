import { expect, test } from "vitest";
import { arbitraryDocument } from "../../../../test/documents/arbitrary-document.ts";
import { drawn } from "../../../../test/drawn.ts";
import { canonical } from "./canonical.ts";
import { readMarkdown, writeMarkdown } from "./markdown.ts";
import { writeChecked } from "./write-checked.ts";

/** `ATOLL_DOCUMENTS=10000` tries many more. */
const documents = Number(process.env.ATOLL_DOCUMENTS ?? 60);
/** Emphasis that ends within a word, next to code, in a cell: about one document in thousands. See decision 086. */
const mostRefused = Math.max(1, documents / 1000);

test("a document reads back from its Markdown as it was, or is refused with the block named", () => {
  const refused: string[] = [];
  for (const document of drawn(arbitraryDocument, documents)) {
    const before = canonical(document);
    const markdown = writeMarkdown(before);
    const isSame = JSON.stringify(canonical(readMarkdown(markdown))) === JSON.stringify(before);
    expect(writeChecked(document).lost.length > 0).toBe(!isSame);
    if (!isSame) refused.push(markdown);
  }
  expect(refused.length, refused.join("\n\n---\n\n")).toBeLessThanOrEqual(mostRefused);
});
