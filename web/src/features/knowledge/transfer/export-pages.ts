import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { downloadUrl } from "../../../lib/request/download.ts";
import { call } from "../../../lib/server/api-client.ts";

/** Collecting thousands of pages takes some seconds. */
const timeoutMs = 120_000;

/**
 * Saves pages as Markdown files in a zip file.
 * @param articleId only this page, with everything below it.
 * @returns how many pages there were.
 */
export async function exportPages(articleId?: string): Promise<number> {
  const query = articleId === undefined ? {} : { articleId };
  const { fileName, zip, pages } = await call(routes.exportArticles, { query }, { timeoutMs });
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  downloadUrl(fileName, url);
  // The browser has its own hold of the file once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0);
  return pages;
}
