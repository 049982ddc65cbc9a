import { parse } from "node:path";
import { type ArticleKind, reviewIntervals } from "@atoll/contract/knowledge/limits";
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
import { writeFrontMatter } from "./front-matter.ts";
import { findImages, writeImages } from "./image-links.ts";

interface Exported {
  fileName: string;
  zip: string;
  pages: number;
}

interface Row {
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
  body: string;
  published_at: Date;
}

/**
 * The published pages that the viewer may read as Markdown files: the pages below a page are in a folder of its name.
 * Drafts and archived pages are never part of it.
 * @param articleId only this page and what is below it.
 * @throws {AppError} `article_not_found`, `export_too_large`.
 */
export async function exportArticles(
  { db, files }: Pick<SliceContext, "db" | "files">,
  viewer: RequestViewer,
  articleId: string | undefined,
): Promise<Exported> {
  const top = articleId === undefined ? undefined : await accessArticle(db, viewer, articleId);
  const rows = await selectPages(db, viewer, articleId);
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
    const text = `${head}${linkFiles(
      writeImages(row.body, path, (id) => images.get(id)?.path),
      path,
      find,
    )}\n`;
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

/** The images that the pages show and that belong to them, each with its path in the archive. */
async function placeImages(
  db: Database,
  rows: readonly Row[],
): Promise<Map<string, { path: string; place: FilePlace }>> {
  const found = await findImages(db, rows);
  const bytes = found.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
  if (bytes > exportTextMaxBytes) throw new AppError("export_too_large");
  const taken = new Set<string>();
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
  const readable = db
    .selectFrom("articles as a")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "a.id").onRef("v.number", "=", "a.version"),
    )
    .where(isReadablePublished(viewer))
    .$if(articleId !== undefined, (rows) =>
      rows.where(sql<boolean>`(a.id = ${articleId} OR a.path @> ARRAY[${articleId}]::uuid[])`),
    );
  const { bytes } = await readable
    .select(sql<number>`coalesce(sum(octet_length(v.body)), 0)::float8`.as("bytes"))
    .executeTakeFirstOrThrow();
  if (bytes > exportTextMaxBytes) throw new AppError("export_too_large");
  return (
    readable
      .select(["a.id", "a.kind", "a.parent_id", "v.title", "v.summary", "a.category", "a.tags", "v.body"])
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
      .execute()
  );
}

/** A path for each page, in the folder of the page above. Parents come before their children. */
function placeFiles(rows: readonly Row[]): Map<string, string> {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
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

/** A path that no other file has, with a number where there are several of one name, and takes it. */
function freePath(stem: string, ending: string, taken: Set<string>, from = 1): string {
  for (let number = from; ; number += 1) {
    const path = `${stem}${number === 1 ? "" : ` ${number}`}${ending}`;
    // Some file systems take "A" and "a" for one name.
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}

/** An import takes files of these names for the page of their folder. */
const isFolderPage = (name: string): boolean => /^(?:readme|index)$/i.test(name);

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
