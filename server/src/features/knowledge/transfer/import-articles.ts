import { createHash } from "node:crypto";
import { countWords } from "@atoll/contract/knowledge/outline";
import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import {
  type ImportReaders,
  importImagesMaxBytes,
  importLosses,
  importLossMaxLines,
  importMaxImages,
  importMaxPages,
} from "@atoll/contract/knowledge/transfer-limits";
import type { ArticleImport, ImportedPage } from "@atoll/contract/knowledge/transfer-routes";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { checkMarkdown, type ForeignText, type Loss, normalizeMarkdown } from "../../documents/public.ts";
import { attachFiles } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { insertArticle, seedDraft } from "../articles/create-article.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { accessArticle } from "../model/lock-article.ts";
import { assertMayWrite } from "../model/policy.ts";
import { addVersion } from "../text/add-version.ts";
import { linkPages } from "./file-links.ts";
import { createTargetFinder, imagesIn, resolveTargets, type TargetFinder } from "./find-targets.ts";
import { type ImageSources, storeImages } from "./import-images.ts";
import { type Audience, findPageFacts, narrowByPlace, type PageFacts } from "./page-facts.ts";
import { type PlannedPage, planImport } from "./plan-import.ts";
import { type Archive, readArchive } from "./read-archive.ts";

type ToCreate = z.output<typeof newArticleSchema>;

interface Wanted {
  /** The id of the import, made by the browser. The ids of its pages follow from it. */
  id: string;
  zip: string;
  parentId: string | null;
  publish: boolean;
  readers: ImportReaders;
}

interface CheckedPage extends PlannedPage {
  id: string;
  /** Its text in the form of a page; null for an answer of the FAQ, which stays as it is, and what is left out. */
  foreign: ForeignText | null;
  facts: PageFacts;
  /** The files of its images. */
  fileIds: string[];
  /** The same import has created it before. */
  exists: boolean;
}

/** The pages of an import, and what else is in the zip file. */
interface ReadPages {
  pages: CheckedPage[];
  otherFiles: number;
  images: number;
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
  // Stands for the images, which are not stored yet.
  const store = async (paths: readonly string[]) => new Map(paths.map((path) => [path, idOf("", path)]));
  return present(await readPages(db, viewer, { ...wanted, id: "" }, store), wanted.publish);
}

/**
 * Creates the pages of a zip file, all or none. The same import sent again changes nothing.
 * @throws {AppError} what a preview throws, and `article_id_taken` for another import under this id.
 */
export async function importArticles(
  sources: BroadcastSources & ImageSources,
  viewer: RequestViewer,
  wanted: Wanted,
): Promise<ArticleImport> {
  const read = await readPages(sources.db, viewer, wanted, (paths, archive) =>
    storeImages(sources, viewer.id, archive, paths),
  );
  const { pages } = read;
  const toCreate: { page: CheckedPage; input: ToCreate; seeded: Uint8Array | undefined }[] = [];
  for (const page of pages) {
    if (page.isLeftOut || page.exists) continue;
    const input = inputOf(page, pages, wanted.parentId);
    const seeded = isPublishedAtOnce(page, wanted.publish) ? undefined : await seedDraft(input);
    toCreate.push({ page, input, seeded });
  }
  await transact(sources.db, async (tx) => {
    const above = wanted.parentId === null ? undefined : await accessArticle(tx, viewer, wanted.parentId);
    const limit = above && { departmentIds: above.shown_department_ids, roleIds: above.shown_role_ids };
    for (const { page, input, seeded } of toCreate) {
      const audience = narrowByPlace(page, pages, limit);
      page.exists = !(await create(tx, viewer, page, { input, seeded, audience }));
    }
  });
  const created = pages.filter(({ exists, isLeftOut }) => !isLeftOut && !exists).map(({ id }) => id);
  await broadcastArticles(sources, created, []);
  return present(read, wanted.publish);
}

async function readPages(
  db: Database,
  viewer: RequestViewer,
  { id, zip, parentId, readers }: Wanted,
  store: (paths: readonly string[], archive: Archive) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadPages> {
  assertMayWrite(viewer);
  const above = parentId === null ? undefined : await accessArticle(db, viewer, parentId);
  if (above && above.kind !== "article") throw new AppError("article_not_found");
  const archive = await readArchive(Buffer.from(zip, "base64"));
  const planned = planImport(archive, above?.path.length ?? 0);
  if (planned.length > importMaxPages)
    throw new AppError("import_too_large", { figures: { limit: `${importMaxPages} pages` } });
  const factsOf = await findPageFacts(db, planned, readers);
  const pages: CheckedPage[] = [];
  // One after the other: the threads are for people who write, too.
  for (const page of planned) {
    const facts = factsOf(page);
    const notes = [...page.notes];
    if (facts.hasUnknownReaders) notes.push("readers_unknown");
    if (facts.hasUnknownOwner) notes.push("owner_unknown");
    const foreign = page.kind === "faq" || page.isLeftOut ? null : await normalizeMarkdown(page.body);
    pages.push({ ...page, notes, facts, id: idOf(id, page.key), fileIds: [], exists: false, foreign });
  }
  const find = createTargetFinder(pages, archive.imageBytes);
  const imagePaths = new Map(
    pages.map(({ id: pageId, foreign, path }) => [pageId, foreign ? imagesIn(foreign, path, find) : []]),
  );
  const used = [...imagePaths.values()].flat();
  if (used.length > importMaxImages)
    throw new AppError("import_too_large", { figures: { limit: `${importMaxImages} images` } });
  const bytes = used.reduce((sum, path) => sum + (archive.imageBytes.get(path) ?? 0), 0);
  if (bytes > importImagesMaxBytes)
    throw new AppError("import_too_large", {
      figures: { limit: `${importImagesMaxBytes / 2 ** 20} MB of images` },
    });
  const checked: CheckedPage[] = [];
  for (const page of pages) {
    const paths = imagePaths.get(page.id) ?? [];
    // The images of a page that exists are not stored again: their files would be others, and so would its text.
    const exists = paths.length > 0 && (await isCreated(db, viewer, page.id));
    const images = paths.length > 0 && !exists ? await store(paths, archive) : new Map<string, string>();
    checked.push(page.isLeftOut || exists ? { ...page, exists } : await checkPage(page, find, images));
  }
  const unused = archive.imageBytes.size - new Set(used).size;
  return { pages: checked, otherFiles: archive.otherFiles + unused, images: new Set(used).size };
}

const isCreated = async (db: Database, viewer: RequestViewer, id: string): Promise<boolean> =>
  (await db
    .selectFrom("articles")
    .select("id")
    .where("id", "=", id)
    .where("created_by", "=", viewer.id)
    .executeTakeFirst()) !== undefined;

async function checkPage(
  page: CheckedPage,
  find: TargetFinder,
  images: ReadonlyMap<string, string>,
): Promise<CheckedPage> {
  const { foreign, path, firstLine } = page;
  if (!foreign) {
    const { text, links, images: shown } = linkPages(page.body, path, find.pageAt);
    const losses = [
      ...page.losses,
      ...links.map((index): Loss => ({ kind: "links", line: firstLine + index })),
      ...shown.map((index): Loss => ({ kind: "images", line: firstLine + index })),
    ];
    return { ...page, body: text, losses };
  }
  const { text, losses: unresolved } = resolveTargets(foreign, path, find, (image) => images.get(image));
  const losses = [
    ...page.losses,
    ...[...foreign.losses, ...unresolved].map(({ kind, line }) => ({ kind, line: firstLine + line - 1 })),
  ];
  const notes = page.kind === "sop" ? [...page.notes, "needs_approval" as const] : page.notes;
  const { markdown, lost } = await checkMarkdown(text);
  if (lost.length > 0) return { ...page, notes: [...notes, "text_unsafe"], isLeftOut: true };
  return { ...page, body: markdown.trimEnd(), notes, losses, fileIds: [...images.values()] };
}

const inputOf = (page: CheckedPage, pages: readonly CheckedPage[], parentId: string | null): ToCreate => {
  const { id, kind, title, summary, category, tags, body, said } = page;
  return newArticleSchema.parse({
    ...{ id, kind, title, summary, category, tags, body },
    ...(said.review === undefined ? {} : { reviewDays: said.review === "never" ? null : said.review }),
    parentId: kind === "article" ? (parentOf(page, pages) ?? parentId) : null,
  });
};

/** @returns false where the page is there already. */
async function create(
  tx: Database,
  viewer: RequestViewer,
  { fileIds, facts, said }: CheckedPage,
  { input, seeded, audience }: { input: ToCreate; seeded: Uint8Array | undefined; audience: Audience },
): Promise<boolean> {
  const { id, body } = input;
  const isNew = await insertArticle(tx, viewer.id, input, { seeded, audience });
  if (isNew && (facts.ownerId !== undefined || said.template === true))
    await tx
      .updateTable("articles")
      .set({ owner_id: facts.ownerId ?? viewer.id, is_template: said.template === true })
      .where("id", "=", id)
      .execute();
  if (isNew) await attachFiles(tx, viewer.id, { kind: "article", id }, fileIds);
  if (isNew && !seeded) await addVersion(tx, viewer.id, id, body);
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

function present({ pages, otherFiles, images }: ReadPages, publish: boolean): ArticleImport {
  return {
    pages: pages.map((page) => ({
      path: page.path,
      title: page.title,
      kind: page.kind,
      level: page.level,
      words: countWords(page.body),
      outcome: page.isLeftOut
        ? "left_out"
        : page.exists
          ? "exists"
          : isPublishedAtOnce(page, publish)
            ? "published"
            : "draft",
      notes: page.notes,
      losses: groupLosses(page.losses),
    })),
    created: pages.filter(({ isLeftOut }) => !isLeftOut).length,
    withoutReaders: pages.filter(({ isLeftOut, facts }) => !isLeftOut && facts.isWithoutReaders).length,
    ...{ otherFiles, images },
  };
}

function groupLosses(losses: readonly Loss[]): ImportedPage["losses"] {
  return importLosses.flatMap((kind) => {
    const lines = losses.filter((loss) => loss.kind === kind).map(({ line }) => line);
    const different = [...new Set(lines)].sort((one, other) => one - other);
    return lines.length === 0
      ? []
      : [{ kind, count: lines.length, lines: different.slice(0, importLossMaxLines) }];
  });
}

/** The same page of the same import always has the same id. */
function idOf(importId: string, key: string): string {
  const hash = createHash("sha256").update(`${importId}\n${key}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
