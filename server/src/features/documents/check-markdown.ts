import { AppError } from "../../platform/app-error.ts";
import { ThreadEnded } from "../../platform/threads/thread.ts";
import { convertMarkdown, seed } from "./open-document.ts";
import type { ForeignText } from "./text/foreign/normalize-foreign.ts";
import type { ForeignHtml, HtmlDialect } from "./text/foreign/normalize-html.ts";
import type { HtmlInput } from "./text/html-file.ts";
import type { WordInput } from "./text/word-inlines.ts";
import type { WrittenDocument } from "./text/write-checked.ts";
import { perform } from "./thread/threads.ts";

/**
 * Markdown of elsewhere as the editor would write it, with the blocks that would not survive.
 * @throws {AppError} `document_too_large` for a text that is longer than a document may be, or takes too long to read.
 */
export async function checkMarkdown(markdown: string): Promise<WrittenDocument> {
  const updates = [await seed(markdown)];
  try {
    return await perform("write", { updates });
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw new AppError("document_too_large", {
      detail: String(error),
      figures: { limit: "a page that takes a few seconds to write" },
    });
  }
}

/**
 * Markdown of other programs in the form that the dialect reads, with its links and what is lost by line.
 * @throws {AppError} `document_too_large`.
 */
export async function normalizeMarkdown(
  markdown: string,
  options: { aimsAll?: boolean } = {},
): Promise<ForeignText> {
  return convertMarkdown("normalize", markdown, options);
}

const anyReference = /:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * Markdown of a document without the names of the things that it refers to, for readers who may not know them.
 * @throws {AppError} `document_too_large`, `rate_limited`.
 */
export async function leaveOutNames(markdown: string): Promise<string> {
  return anyReference.test(markdown) ? convertMarkdown("nameless", markdown) : markdown;
}

/**
 * Pages of Markdown as one Word file.
 * @throws {AppError} `word_too_large` if they take too long to write.
 */
export async function writeWord(input: WordInput): Promise<Uint8Array> {
  try {
    return await perform("word", input);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw new AppError("word_too_large", {
      detail: String(error),
      figures: { limit: "as much as a server writes in a few seconds" },
    });
  }
}

/** Writes the text of a page as HTML. Undefined if that takes too long. */
export async function writeHtml(input: HtmlInput): Promise<string | undefined> {
  try {
    return await perform("html", input);
  } catch (error) {
    if (error instanceof ThreadEnded) return undefined;
    throw error;
  }
}

/** A page is at most so long; most of it is markup. */
const maxHtmlLength = 5_000_000;

/**
 * HTML of another program in the form that the dialect reads, with its links and what is lost.
 * @throws {AppError} `document_too_large` for a text that is longer than a page can be, or takes too long to read.
 */
export async function normalizeHtmlPage(html: string, dialect: HtmlDialect): Promise<ForeignHtml> {
  const tooLarge = (detail: string) =>
    new AppError("document_too_large", {
      detail,
      figures: { limit: "a page that takes a few seconds to read" },
    });
  if (html.length > maxHtmlLength) throw tooLarge("the HTML is too long");
  try {
    return await perform("normalizeHtml", { html, dialect });
  } catch (error) {
    if (error instanceof ThreadEnded) throw tooLarge(String(error));
    throw error;
  }
}
