import { parse } from "node:path";
import { type ArticleKind, reviewIntervals } from "@atoll/contract/knowledge/limits";
import type { KnowledgeViewer } from "@atoll/contract/knowledge/policy";
import { exportTextMaxBytes } from "@atoll/contract/knowledge/transfer-limits";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { sql } from "kysely";
import { ZipFile } from "yazl";
import { AppError } from "../../../platform/app-error.ts";
import type { FilePlace } from "../../../platform/files/file-storage.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { isReadablePublished } from "../model/readable.ts";
import { linkFiles } from "./file-links.ts";
import { linkSections } from "./find-sections.ts";
import { writeFrontMatter } from "./front-matter.ts";
import { findImages, writeImages } from "./image-links.ts";

interface Exported {
  fileName: string;
  zip: string;
  pages: number;
}

/** A page without its text. */
export interface ExportedPage {
  id: string;
  kind: ArticleKind;
  parent_id: string | null;
  title: string;
  summary: string;
  category: string;
  tags: string[];
  departments: string[];
  roles: string[];
  owner: string | null;
  review_days: number | null;
  is_template: boolean;
  published_at: Date;
}

type Row = ExportedPage & { body: string };

/**
 * The published pages that the viewer may read as Markdown files: the pages below a page are in a folder of its name.
 * Drafts and archived pages are never part of it.
 * @param articleId only this page and what is below it.
 * @param origin where links to sections lead.
 * @throws {AppError} `article_not_found`, `export_too_large`.
 */
export async function exportArticles(
  { db, files }: Pick<SliceContext, "db" | "files">,
  viewer: RequestViewer,
  articleId: string | undefined,
  origin: string,
): Promise<Exported> {
  const top = articleId === undefined ? undefined : await accessArticle(db, viewer, articleId);
  const rows = await linkSections(db, viewer, await selectPages(db, viewer, articleId), origin);
  const paths = placeFiles(rows);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const find = (id: string) => {
    const path = paths.get(id);
    return path === undefined ? undefined : { path, title: titles.get(id) ?? "" };
  };
  const images = await placeImages(db, rows);
  const zip = new ZipFile();
  const bytes = readAll(zip.outputStream);
  const pause = shareLoop();
  const order = new Map<string | null, number>();
  for (const row of rows) {
    await pause();
    const path = paths.get(row.id);
    if (path === undefined) continue;
    const place = (order.get(row.parent_id) ?? 0) + 1;
    order.set(row.parent_id, place);
    const text = writePage(row, { path, place, imageOf: (id) => images.get(id)?.path, find });
    zip.addBuffer(Buffer.from(text), path, { mtime: row.published_at });
  }
  for (const { path, place } of images.values()) {
    const file = await files.read(place);
    if (file) zip.addBuffer(await readAll(file.content), path, { compress: false });
  }
  zip.end();
  const name = top ? fileNameOf(top.title, "Page") : "Knowledge base";
  return { fileName: `${name}.zip`, zip: (await bytes).toString("base64"), pages: paths.size };
}

/** The place of a page in an archive, and where its images and other pages are. */
interface PagePlace {
  path: string;
  /** Among its siblings, from 1. */
  place: number;
  imageOf: (fileId: string) => string | undefined;
  find: (id: string) => { path: string; title: string } | undefined;
}

/** Writes a page as Markdown with its facts, as an import reads it. Links lead to other files of the archive. */
export function writePage(row: Row, { path, place, imageOf, find }: PagePlace): string {
  const { title, kind, summary, category, tags, departments, roles, owner } = row;
  const isForEveryone = departments.length === 0 && roles.length === 0;
  const head = writeFrontMatter({
    ...{ title, kind },
    ...(isForEveryone ? { readers: "everyone" as const } : { departments, roles }),
    ...{ summary, category, tags },
    ...(owner === null ? {} : { owner }),
    review: reviewIntervals.find((days) => days === row.review_days) ?? "never",
    ...(row.is_template ? { template: true } : {}),
    ...(kind === "article" ? { order: place } : {}),
  });
  return `${head}${linkFiles(writeImages(row.body, path, imageOf), path, find)}\n`;
}

/** The images that the pages show and that belong to them, each with its path in the archive. */
async function placeImages(
  db: Database,
  rows: readonly Row[],
): Promise<Map<string, { path: string; place: FilePlace }>> {
  const found = await findImages(db, rows);
  const bytes = found.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
  if (bytes > exportTextMaxBytes) throw new AppError("export_too_large");
  const taken = createTaken();
  return new Map(
    found.map(({ id, original_name, bucket, key }) => {
      const { name, ext } = parse(original_name);
      return [
        id,
        { path: freePath(`images/${fileNameOf(name, "Image")}`, ext, taken), place: { bucket, key } },
      ];
    }),
  );
}

async function selectPages(
  db: Database,
  viewer: RequestViewer,
  articleId: string | undefined,
): Promise<Row[]> {
  const { bytes } = await selectReadable(db, viewer, articleId)
    .select(sql<number>`coalesce(sum(octet_length(v.body)), 0)::float8`.as("bytes"))
    .executeTakeFirstOrThrow();
  if (bytes > exportTextMaxBytes) throw new AppError("export_too_large");
  return selectExported(db, viewer, articleId).select("v.body").execute();
}

/** Selects published pages that the viewer may read, without their texts: parents come before their children. */
export function selectExported(db: Database, viewer: KnowledgeViewer, articleId: string | undefined) {
  return (
    selectReadable(db, viewer, articleId)
      .select(["a.id", "a.kind", "a.parent_id", "v.title", "v.summary", "a.category", "a.tags"])
      .select(["v.published_at", "a.review_days", "a.is_template"])
      .select(({ selectFrom }) => [
        selectFrom("accounts as o").select("o.email").whereRef("o.id", "=", "a.owner_id").as("owner"),
      ])
      // As the pages above leave them: a part of the tree may be exported without those. A deleted department has a
      // name that no import finds.
      .select([
        sql<string[]>`ARRAY(SELECT coalesce(d.name, 'deleted ' || one) FROM unnest(a.shown_department_ids) one
        LEFT JOIN departments d ON d.id = one ORDER BY 1)`.as("departments"),
        sql<string[]>`ARRAY(SELECT coalesce(r.name, 'deleted ' || one) FROM unnest(a.shown_role_ids) one
        LEFT JOIN roles r ON r.id = one ORDER BY 1)`.as("roles"),
      ])
      .orderBy(sql`cardinality(a.path)`)
      .orderBy("a.rank")
      .orderBy("a.id")
  );
}

function selectReadable(db: Database, viewer: KnowledgeViewer, articleId: string | undefined) {
  return db
    .selectFrom("articles as a")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "a.id").onRef("v.number", "=", "a.version"),
    )
    .where(isReadablePublished(viewer))
    .$if(articleId !== undefined, (rows) =>
      rows.where(sql<boolean>`(a.id = ${articleId} OR a.path @> ARRAY[${articleId}]::uuid[])`),
    );
}

/** A path for each page, in the folder of the page above. Parents come before their children. */
function placeFiles(rows: readonly Row[]): Map<string, string> {
  const paths = new Map<string, string>();
  const taken = createTaken();
  for (const row of rows) {
    const above = row.parent_id === null ? undefined : paths.get(row.parent_id);
    const folder =
      row.kind === "sop"
        ? "SOPs/"
        : row.kind === "faq"
          ? `FAQ/${row.category === "" ? "" : `${fileNameOf(row.category, "Page")}/`}`
          : above === undefined
            ? ""
            : `${above.slice(0, -".md".length)}/`;
    const name = fileNameOf(row.title, "Page");
    paths.set(row.id, freePath(`${folder}${name}`, ".md", taken, isFolderPage(name) ? 2 : 1));
  }
  return paths;
}

/** The paths of an archive. For each stem, the numbers up to the one noted are taken. */
interface TakenPaths {
  paths: Set<string>;
  numbers: Map<string, number>;
}

export const createTaken = (): TakenPaths => ({ paths: new Set(), numbers: new Map() });

/** A path that no other file has, with a number where there are several of one name, and takes it. */
export function freePath(stem: string, ending: string, { paths, numbers }: TakenPaths, from = 1): string {
  // Some file systems take "A" and "a" for one name.
  const known = `${stem}${ending}`.toLowerCase();
  for (let number = Math.max(from, (numbers.get(known) ?? 0) + 1); ; number += 1) {
    const path = `${stem}${number === 1 ? "" : ` ${number}`}${ending}`;
    if (paths.has(path.toLowerCase())) continue;
    paths.add(path.toLowerCase());
    // Thousands of pages can have one title.
    numbers.set(known, number);
    return path;
  }
}

/** An import takes files of these names for the page of their folder. */
export const isFolderPage = (name: string): boolean => /^(?:readme|index)$/i.test(name);

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
