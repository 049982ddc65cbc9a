import { convertMarkdown, seed } from "./open-document.ts";
import type { ForeignText } from "./text/foreign/normalize-foreign.ts";
import type { WrittenDocument } from "./text/write-checked.ts";
import { perform } from "./thread/threads.ts";

/**
 * Markdown of elsewhere as the editor would write it, with the blocks that would not survive.
 * @throws {AppError} `document_too_large` for a text that is longer than a document may be, or takes too long to read.
 */
export async function checkMarkdown(markdown: string): Promise<WrittenDocument> {
  return perform("write", { updates: [await seed(markdown)] });
}

/**
 * Markdown of other programs in the form that the dialect reads, with its links and what is lost by line.
 * @throws {AppError} `document_too_large`.
 */
export async function normalizeMarkdown(markdown: string): Promise<ForeignText> {
  return convertMarkdown("normalize", markdown);
}
