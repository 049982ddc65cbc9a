import {
  wordImagesMaxBytes,
  wordMaxImages,
  wordMaxPages,
  wordTextMaxBytes,
} from "@atoll/contract/knowledge/transfer-limits";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { uuidSource } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { oneImageAtATime, openImages } from "../../../platform/files/open-images.ts";
import { presentSubjects } from "../../../platform/search/search-sources.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { type WordImage, type WordPage, writeWord } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { nothingAsked } from "../../search/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { isReadablePublished } from "../model/readable.ts";
import { findSections } from "./find-sections.ts";
import { findImages } from "./image-links.ts";

interface Wanted {
  articleId: string;
  /** With the pages below it. */
  below: boolean;
  /** Where links lead. */
  origin: string;
}

/** Wider images are made smaller: twice the width of the text. */
const mostImagePixels = 1200;
/** References that are named. Later ones only say what kind of thing they are. */
const mostReferences = 1000;
const reference = new RegExp(
  `\\]\\((task|channel|person|article|announcement|event):(${uuidSource})\\)`,
  "gi",
);

/**
 * Writes the published text of a page as a Word file, or of a page and those below it that the viewer may read. Images,
 * titles and links are part of it only if the viewer may see them.
 * @throws {AppError} `article_not_found`, `word_too_large`.
 */
export async function exportWord(
  context: SliceContext,
  viewer: RequestViewer,
  { articleId, below, origin }: Wanted,
): Promise<{ fileName: string; document: string; pages: number }> {
  const { db } = context;
  await accessArticle(db, viewer, articleId);
  const rows = await selectPages(db, viewer, articleId, below);
  const [top] = rows;
  // Its draft alone is readable, or it is archived: a page below it is not what was asked for.
  if (top?.id !== articleId) throw new AppError("article_not_found");
  const owners = await context.people.of(rows.map(({ owner_id }) => owner_id));
  const pages = inOrder(rows).map(
    ({ row, level }): WordPage => ({
      ...{ id: row.id, title: row.title, summary: row.summary, level, markdown: row.body },
      facts: [`Version ${row.number}`, owners.get(row.owner_id)?.name].filter(Boolean).join(" · "),
    }),
  );
  const [images, names] = [await readImages(context, rows), await findNames(context, viewer, rows)];
  const document = await writeWord({ title: top.title, pages, images, names, origin });
  return {
    fileName: `${fileNameOf(top.title, "Page")}.docx`,
    document: Buffer.from(document).toString("base64"),
    pages: pages.length,
  };
}

type Row = Awaited<ReturnType<typeof selectPages>>[number];

/** The page first, then those below it, each after the pages above it. */
async function selectPages(db: Database, viewer: RequestViewer, articleId: string, below: boolean) {
  const readable = db
    .selectFrom("articles as a")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "a.id").onRef("v.number", "=", "a.version"),
    )
    .where(isReadablePublished(viewer))
    .where(
      below
        ? sql<boolean>`(a.id = ${articleId} OR a.path @> ARRAY[${articleId}]::uuid[])`
        : sql<boolean>`a.id = ${articleId}`,
    );
  const { bytes, count } = await readable
    .select(sql<number>`coalesce(sum(octet_length(v.body)), 0)::float8`.as("bytes"))
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  if (count > wordMaxPages) throw tooLarge(`at most ${wordMaxPages} pages`);
  if (bytes > wordTextMaxBytes) throw tooLarge(`at most ${wordTextMaxBytes / 1024 / 1024} MB of text`);
  return readable
    .select(["a.id", "a.path", "a.rank", "a.owner_id", "v.title", "v.summary", "v.body", "v.number"])
    .orderBy(sql`cardinality(a.path)`)
    .orderBy("a.rank")
    .orderBy("a.id")
    .execute();
}

const tooLarge = (limit: string) => new AppError("word_too_large", { figures: { limit } });

/** The pages as somebody reads the tree from the top. A page whose parent is not for the viewer follows the page above. */
export function inOrder<Row extends { id: string; path: readonly string[] }>(
  rows: readonly Row[],
): { row: Row; level: number }[] {
  const ids = new Set(rows.map(({ id }) => id));
  const above = (row: Row) => row.path.findLast((id) => id !== row.id && ids.has(id));
  const children = Map.groupBy(rows, above);
  const listed: { row: Row; level: number }[] = [];
  const list = (row: Row, level: number) => {
    listed.push({ row, level });
    for (const child of children.get(row.id) ?? []) list(child, level + 1);
  };
  for (const row of children.get(undefined) ?? []) list(row, 0);
  return listed;
}

/** The images that belong to the pages, in a format and size that Word shows. */
async function readImages(
  { db, files }: SliceContext,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, WordImage>> {
  const found = await findImages(db, rows);
  if (found.length > wordMaxImages) throw tooLarge(`at most ${wordMaxImages} images`);
  const bytes = found.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
  assertFit(bytes);
  let drawnBytes = 0;
  const images = new Map<string, WordImage>();
  for (const { id, bucket, key } of found) {
    const file = await files.read({ bucket, key });
    if (!file) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of file.content) chunks.push(Buffer.from(chunk));
    const image = await drawForWord(Buffer.concat(chunks)).catch(() => undefined);
    if (!image) continue;
    images.set(id, image);
    // A drawing can take more room than its file.
    drawnBytes += image.data.length;
    assertFit(drawnBytes);
  }
  return images;
}

function assertFit(bytes: number): void {
  if (bytes > wordImagesMaxBytes) throw tooLarge(`at most ${wordImagesMaxBytes / 1024 / 1024} MB of images`);
}

/** Photos stay photos; everything else is drawn losslessly, with what is transparent. */
function drawForWord(bytes: Buffer): Promise<WordImage> {
  return oneImageAtATime(async () => {
    const open = await openImages();
    const image = open(bytes, {}).rotate().resize({ width: mostImagePixels, withoutEnlargement: true });
    const { hasAlpha, format } = await open(bytes, {}).metadata();
    const isPhoto = format === "jpeg" && !hasAlpha;
    const drawn = isPhoto ? image.jpeg({ quality: 85 }) : image.png();
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { type: isPhoto ? "jpg" : "png", data, width: info.width, height: info.height };
  });
}

interface Named {
  title: string;
  link: string;
}

/** Names that an export has found, of things that its pages mention. Undefined: the viewer may not see it. */
export type KnownNames = Map<string, Named | undefined>;

/** Things whose names one export keeps. With more, it forgets them and looks them up again. */
const mostKnown = 100_000;

/**
 * Finds the titles and links of what the pages mention, as far as the viewer may see it.
 * @param known what earlier calls for the same export found: pages of one tree mention the same things.
 */
export async function findNames(
  context: SliceContext,
  viewer: RequestViewer,
  rows: readonly { body: string }[],
  known: KnownNames = new Map(),
): Promise<ReadonlyMap<string, Named>> {
  const wanted = new Map<string, { kind: string; id: string }>();
  for (const { body } of rows)
    for (const [, kind = "", id = ""] of body.matchAll(reference)) {
      if (wanted.size >= mostReferences) break;
      wanted.set(`${kind}:${id}`.toLowerCase(), { kind: kind.toLowerCase(), id: id.toLowerCase() });
    }
  const sections = await findSections(context.db, viewer, rows);
  if (known.size > mostKnown) known.clear();
  const unknown = [...wanted].filter(([key]) => !known.has(key));
  if (unknown.length > 0) {
    const subjects = unknown.map(([, subject]) => subject);
    const find = await presentSubjects(context, context.db, viewer, subjects, nothingAsked);
    for (const [key, subject] of unknown) {
      const thing = find(subject);
      known.set(key, thing && { title: thing.title, link: thing.link });
    }
  }
  return new Map([
    ...[...wanted.keys()].flatMap((key) => {
      const thing = known.get(key);
      return thing ? [[key, thing] as const] : [];
    }),
    ...[...sections].map(([id, section]) => [`section:${id}`, section] as const),
  ]);
}
