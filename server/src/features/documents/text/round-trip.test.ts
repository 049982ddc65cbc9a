import { expect, test } from "vitest";
import { arbitraryDocument } from "../../../../test/documents/arbitrary-document.ts";
import { drawn } from "../../../../test/drawn.ts";
import { canonical } from "./canonical.ts";
import { readMarkdown, writeMarkdown } from "./markdown.ts";

/** `ATOLL_DOCUMENTS=10000` tries many more. */
const documents = Number(process.env.ATOLL_DOCUMENTS ?? 150);

test("a document reads back from its Markdown as it was", () => {
  for (const document of drawn(arbitraryDocument, documents)) {
    const before = canonical(document);
    const markdown = writeMarkdown(before);
    expect(canonical(readMarkdown(markdown)), markdown).toEqual(before);
  }
});
