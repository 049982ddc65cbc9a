import { createHash } from "node:crypto";
import { countWords } from "@atoll/contract/knowledge/outline";
import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import { importMaxPages } from "@atoll/contract/knowledge/transfer-limits";
import type { ArticleImport } from "@atoll/contract/knowledge/transfer-routes";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { checkMarkdown } from "../../documents/access.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { accessArticle } from "../articles/access-article.ts";
import { insertArticle } from "../articles/create-article.ts";
import { type BroadcastSources, broadcastArticles } from "../ground/broadcast.ts";
import { assertMayWrite } from "../ground/policy.ts";
import { addVersion } from "../text/add-version.ts";
import { hasImages, linkPages } from "./file-links.ts";
import { type PlannedPage, planImport } from "./plan-import.ts";
import { readArchive } from "./read-archive.ts";

interface Wanted {
  /** The id of the import, made by the browser. The ids of its pages follow from it. */
  id: string;
  zip: string;
  parentId: string | null;
  publish: boolean;
}

interface CheckedPage extends PlannedPage {
  id: string;
}

/**
 * Lists the pages that an import would create. Nothing is written.
 * @throws {AppError} `forbidden`, `article_not_found`, `import_unreadable`, `import_too_large`.
 */
export async function previewImport(
  db: Database,
  viewer: RequestViewer,
  wanted: Omit<Wanted, "id">,
): Promise<ArticleImport> {
  const { pages, otherFiles } = await readPages(db, viewer, { ...wanted, id: "" });
  return present(pages, otherFiles, wanted.publish, new Set());
}

/**
 * Creates the pages of a zip file, all or none. The same import sent again changes nothing.
 * @throws {AppError} what a preview throws, and `article_id_taken` for another import under this id.
 */
export async function importArticles(
  sources: BroadcastSources,
  viewer: RequestViewer,
  wanted: Wanted,
): Promise<ArticleImport> {
  const { pages, otherFiles } = await readPages(sources.db, viewer, wanted);
  const existing = new Set<string>();
  await transact(sources.db, async (tx) => {
    for (const page of pages)
      if (!page.isLeftOut && !(await create(tx, viewer, page, pages, wanted))) existing.add(page.id);
  });
  const created = pages.filter(({ id, isLeftOut }) => !isLeftOut && !existing.has(id)).map(({ id }) => id);
  await broadcastArticles(sources, created, []);
  return present(pages, otherFiles, wanted.publish, existing);
}

async function readPages(db: Database, viewer: RequestViewer, { id, zip, parentId }: Wanted) {
  assertMayWrite(viewer);
  const above = parentId === null ? undefined : await accessArticle(db, viewer, parentId);
  if (above && above.kind !== "article") throw new AppError("article_not_found");
  const archive = await readArchive(Buffer.from(zip, "base64"));
  const planned = planImport(archive, above?.path.length ?? 0);
  if (planned.length > importMaxPages)
    throw new AppError("import_too_large", { figures: { limit: `${importMaxPages} pages` } });
  const pages = planned.map((page): CheckedPage => ({ ...page, id: idOf(id, page.key) }));
  const idByPath = new Map(
    pages.filter(({ isLeftOut }) => !isLeftOut).map((page) => [stemOf(page.path), page.id]),
  );
  for (const { key, id: pageId, isLeftOut } of pages)
    if (!isLeftOut && !idByPath.has(key)) idByPath.set(key, pageId);
  const checked: CheckedPage[] = [];
  // One after the other: the threads are for people who write, too.
  for (const page of pages) checked.push(page.isLeftOut ? page : await checkPage(page, idByPath));
  return { pages: checked, otherFiles: archive.otherFiles };
}

const stemOf = (path: string): string => path.replace(/\.(?:md|markdown)$/i, "");

async function checkPage(page: CheckedPage, idByPath: ReadonlyMap<string, string>): Promise<CheckedPage> {
  const { text, hasLoose } = linkPages(page.body, page.path, (key) => idByPath.get(key));
  const notes = [...page.notes];
  if (hasLoose) notes.push("links_left");
  if (hasImages(text)) notes.push("images_left_out");
  if (/<\/?[a-z][a-z0-9]*(?:\s[^<>\n]{0,500})?>/i.test(text)) notes.push("formatting_changed");
  if (page.kind === "faq") return { ...page, body: text, notes };
  if (page.kind === "sop") notes.push("needs_approval");
  const { markdown, lost } = await checkMarkdown(text);
  if (lost.length > 0) return { ...page, notes: [...notes, "text_unsafe"], isLeftOut: true };
  return { ...page, body: markdown.trimEnd(), notes };
}

/** @returns false where the page is there already. */
async function create(
  tx: Database,
  viewer: RequestViewer,
  page: CheckedPage,
  pages: readonly CheckedPage[],
  { parentId, publish }: Wanted,
): Promise<boolean> {
  const { id, kind, title, summary, category, tags, body } = page;
  const input = newArticleSchema.parse({
    ...{ id, kind, title, summary, category, tags, body },
    parentId: kind === "article" ? (parentOf(page, pages) ?? parentId) : null,
  });
  const isPublished = isPublishedAtOnce(page, publish);
  const isNew = await insertArticle(tx, viewer.id, input, { isPublishedAtOnce: isPublished });
  if (isNew && isPublished) await addVersion(tx, viewer.id, id, body);
  return isNew;
}

/** The nearest page above that is created. */
function parentOf(page: CheckedPage, pages: readonly CheckedPage[]): string | undefined {
  let above = pages.find(({ key }) => key === page.parentKey);
  while (above?.isLeftOut) above = pages.find(({ key }) => key === above?.parentKey);
  return above?.id;
}

/** Answers of the FAQ have no drafts, and procedures are approved by somebody else. */
const isPublishedAtOnce = ({ kind }: CheckedPage, publish: boolean): boolean =>
  kind === "faq" || (kind === "article" && publish);

function present(
  pages: readonly CheckedPage[],
  otherFiles: number,
  publish: boolean,
  existing: ReadonlySet<string>,
): ArticleImport {
  return {
    pages: pages.map((page) => ({
      path: page.path,
      title: page.title,
      kind: page.kind,
      level: page.level,
      words: countWords(page.body),
      outcome: page.isLeftOut
        ? "left_out"
        : existing.has(page.id)
          ? "exists"
          : isPublishedAtOnce(page, publish)
            ? "published"
            : "draft",
      notes: page.notes,
    })),
    created: pages.filter(({ isLeftOut }) => !isLeftOut).length,
    otherFiles,
  };
}

/** The same page of the same import always has the same id. */
function idOf(importId: string, key: string): string {
  const hash = createHash("sha256").update(`${importId}\n${key}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
