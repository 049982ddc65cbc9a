import { posix } from "node:path";
import { articleLink } from "@atoll/contract/knowledge/links";
import { canManageKnowledge } from "@atoll/contract/knowledge/policy";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { uuidSource } from "@atoll/contract/uuid";
import { type RawBuilder, sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import {
  type ExportSize,
  type FileOfThing,
  filePathOf,
  noSize,
  type ThingArchive,
} from "../../../platform/portable/thing-archive.ts";
import { workFor } from "../../../platform/turns/owner-of-work.ts";
import type { Colleague, SliceContext, SliceExportKind } from "../../../slice.ts";
import { readCommentFiles, readComments, renderComments, sizeOfComments } from "../../comments/public.ts";
import { writeHtml } from "../../documents/public.ts";
import { findAbsent, presentAbsent, type RequestViewer } from "../../identity/public.ts";
import { articleComments } from "../comment-kind.ts";
import { articleFiles } from "../kinds.ts";
import { isReadable, isReadablePublished } from "../model/readable.ts";
import {
  createTaken,
  type ExportedPage,
  freePath,
  isFolderPage,
  selectExported,
  writePage,
} from "./export-articles.ts";
import { findNames, inOrder, type KnownNames } from "./export-word.ts";

/** A page of the tree with those below it, for managers of the knowledge base. */
export const pagesExport: SliceExportKind = {
  kind: "pages",
  isAllowed: (viewer, id) => sql<boolean>`(${canManageKnowledge(viewer) && !viewer.isGuest}::boolean
    AND EXISTS (SELECT FROM articles a WHERE a.id = ${id} AND a.kind = 'article' AND ${isReadablePublished(viewer)}))`,
  nameOf: (id) => sql<string>`(SELECT v.title FROM articles a
    JOIN article_versions v ON v.article_id = a.id AND v.number = a.version WHERE a.id = ${id})`,
  async size(tx, viewer, id) {
    const things = sql`SELECT id, place FROM exported`;
    const comments = sizeOfComments({ kind: articleComments.kind, things });
    const { rows } = await sql<ExportSize>`
      WITH exported AS MATERIALIZED (SELECT a.id, 1 AS place FROM articles a
        WHERE ${isBelow(id)} AND ${isReadablePublished(viewer)}) SELECT
      (SELECT count(*)::integer FROM exported) + ${comments.rows} AS rows,
      (SELECT count(*)::integer FROM ${filesIn(things)}) + ${comments.files} AS files,
      (SELECT coalesce(sum(f.size_bytes), 0)::bigint FROM ${filesIn(things)}) + ${comments.bytes} AS bytes,
      greatest((SELECT max(f.size_bytes)::bigint FROM ${filesIn(things)}), ${comments.largest}) AS largest`.execute(
      tx,
    );
    return rows[0] ?? noSize;
  },
  record: (tx, by, { id, name }) =>
    recordAct(tx, { action: "pages.exported", ...by, subject: { type: "article", id, name } }),
  async write(context, archive, viewer, { id }) {
    const pages = await placePages(context, archive, viewer, id);
    const things = sql`SELECT * FROM unnest(${[...pages.keys()]}::uuid[]) WITH ORDINALITY AS listed (id, place)`;
    const of = { kind: articleComments.kind, things };
    const files = await addFiles(archive, of);
    const comments = await archive.addLines("comments.jsonl", readComments(context.people, archive, of));
    const account = await findAbsent(context.db, viewer.id);
    const reader = account && presentAbsent(account);
    const writing: Writing = { context, archive, viewer, reader, pages, files, names: new Map() };
    await archive.addLines("pages.jsonl", presentLines(writing));
    const render = renderComments(archive, readComments(context.people, archive, of));
    for (const page of pages.values()) await addPage(writing, page, render);
    const about = { pages: pages.size, comments, notPublished: await countUnpublished(archive, viewer, id) };
    return {
      about,
      html: [
        `<p>Pages: ${pages.size}. Comments: ${comments}. Times are in UTC. Drafts and archived pages are not part of this export.</p>\n`,
        '<p>For programs: <a href="pages.jsonl">pages.jsonl</a>, <a href="comments.jsonl">comments.jsonl</a>, <a href="files.jsonl">files.jsonl</a>, <a href="manifest.json">manifest.json</a>. Next to each page is its Markdown, which an import reads.</p>\n',
        ...renderTree([...pages.values()]),
      ],
    };
  },
};

/** SQL: `a` is the page with this ID, or below it. */
const isBelow = (id: string) => sql<boolean>`(a.id = ${id} OR a.path @> ARRAY[${id}]::uuid[])`;

/** SQL: the files that published pages show or have attached. Those of drafts are not in an archive. */
const filesIn = (things: RawBuilder<unknown>) => sql`(${things}) thing
  JOIN articles a ON a.id = thing.id JOIN article_versions v ON v.article_id = a.id AND v.number = a.version
  JOIN files f ON f.subject_id = a.id AND f.subject_kind = ${articleFiles.kind} AND f.discarded_at IS NULL
    AND (strpos(v.body, f.id::text) > 0 OR EXISTS (SELECT FROM article_attachments x WHERE x.file_id = f.id))`;

interface PlacedPage {
  row: ExportedPage & { owner_id: string; number: number; path: string[] };
  level: number;
  /** Its place among its siblings, from 1. */
  place: number;
  /** Paths in the archive. */
  html: string;
  markdown: string;
}

interface Writing {
  context: SliceContext;
  archive: ThingArchive;
  viewer: Colleague;
  /** The viewer as one who reads without a request. */
  reader: RequestViewer | undefined;
  /** By their IDs, in the order of the tree. */
  pages: ReadonlyMap<string, PlacedPage>;
  /** The files of each page, by the ID of the page and then their own. */
  files: ReadonlyMap<string, ReadonlyMap<string, { path: string; name: string }>>;
  names: KnownNames;
}

/** Longer names would make paths of a deep tree too long for some systems. */
const nameLength = 40;

/** Reads the pages without their texts, which are as many as a tree may have, and gives each a place in the folder of the page above. */
async function placePages({ db }: SliceContext, archive: ThingArchive, viewer: Colleague, id: string) {
  const rows: PlacedPage["row"][] = [];
  const query = selectExported(db, viewer, id).select(["a.owner_id", "a.path", "v.number"]);
  for await (const batch of archive.read<PlacedPage["row"]>(sql`${query}`)) rows.push(...batch);
  const pages = new Map<string, PlacedPage>();
  const taken = createTaken();
  const counts = new Map<string | undefined, number>();
  const ids = new Set(rows.map((row) => row.id));
  for (const { row, level } of inOrder(rows)) {
    const aboveId = row.path.findLast((one) => one !== row.id && ids.has(one));
    const above = aboveId === undefined ? undefined : pages.get(aboveId);
    const folder = above ? above.markdown.slice(0, -".md".length) : "pages";
    const name = fileNameOf(row.title, "Page", nameLength);
    const markdown = freePath(`${folder}/${name}`, ".md", taken, isFolderPage(name) ? 2 : 1);
    const place = (counts.get(aboveId) ?? 0) + 1;
    counts.set(aboveId, place);
    pages.set(row.id, { row, level, place, markdown, html: markdown.replace(/md$/, "html") });
  }
  return pages;
}

async function addFiles(archive: ThingArchive, of: { kind: string; things: RawBuilder<unknown> }) {
  const files = new Map<string, Map<string, { path: string; name: string }>>();
  async function* read() {
    const query = sql`SELECT f.id, f.original_name, f.bucket, f.key, f.sha256, f.subject_id
      FROM ${filesIn(of.things)} ORDER BY thing.place, f.position, f.id`;
    for await (const batch of archive.read<FileOfThing>(query)) {
      for (const file of batch) {
        const ofPage = files.get(file.subject_id ?? "") ?? new Map();
        ofPage.set(file.id, { path: filePathOf(file), name: file.original_name });
        files.set(file.subject_id ?? "", ofPage);
      }
      yield batch;
    }
    yield* readCommentFiles(archive, of);
  }
  await archive.addFiles(read());
  return files;
}

interface VersionRow {
  article_id: string;
  number: number;
  title: string;
  note: string;
  published_at: string;
  published_by: string;
  approved_by: string | null;
}

const pagesAtOnce = 50;

/** Each page as a line, with the authors and dates of its versions. The texts are in the Markdown next to each page. */
async function* presentLines({ context, archive, pages, files }: Writing) {
  const all = [...pages.values()];
  for (let start = 0; start < all.length; start += pagesAtOnce) {
    const batch = all.slice(start, start + pagesAtOnce);
    const { rows } =
      await sql<VersionRow>`SELECT article_id, number, title, note, published_at, published_by, approved_by
      FROM article_versions WHERE article_id = ANY(${batch.map(({ row }) => row.id)}::uuid[])
      ORDER BY article_id, number`.execute(archive.snapshot);
    const versions = Map.groupBy(rows, ({ article_id }) => article_id);
    const people = await context.people.of([
      ...rows.flatMap((one) => [one.published_by, ...(one.approved_by === null ? [] : [one.approved_by])]),
      ...batch.map(({ row }) => row.owner_id),
    ]);
    const named = (id: string | null) => (id === null ? null : { id, name: people.get(id)?.name ?? "" });
    yield batch.map(({ row, html, markdown }) => ({
      ...{ id: row.id, parentId: row.parent_id, title: row.title, summary: row.summary, tags: row.tags },
      ...{ html, markdown, owner: named(row.owner_id), publishedAt: row.published_at },
      files: [...(files.get(row.id) ?? [])].map(([id, { name }]) => ({ id, name })),
      versions: (versions.get(row.id) ?? []).map((one) => ({
        ...{ number: one.number, title: one.title, note: one.note, publishedAt: one.published_at },
        ...{ publishedBy: named(one.published_by), approvedBy: named(one.approved_by) },
      })),
    }));
  }
}

const anyId = new RegExp(uuidSource, "gi");

/** Adds a page as HTML, with its comments, and as Markdown. Only its text is in memory. */
async function addPage(
  { context, archive, viewer, reader, pages, files, names: known }: Writing,
  { row, html, markdown, place }: PlacedPage,
  comments: ReturnType<typeof renderComments>,
): Promise<void> {
  const { rows } = await sql<{ body: string }>`SELECT body FROM article_versions
    WHERE article_id = ${row.id} AND number = ${row.number}`.execute(archive.snapshot);
  const body = rows[0]?.body ?? "";
  const folder = posix.dirname(html);
  const root = "../".repeat(html.split("/").length - 1);
  const addressOf = (path: string) =>
    posix.relative(folder, path).split("/").map(encodeURIComponent).join("/");
  const [inside, images] = [new Map<string, string>(), new Map<string, string>()];
  const ownFiles = files.get(row.id) ?? new Map<string, { path: string; name: string }>();
  for (const [found] of body.matchAll(anyId)) {
    const id = found.toLowerCase();
    const page = pages.get(id);
    const file = ownFiles.get(id);
    if (page) inside.set(articleLink({ kind: "article", id }), addressOf(page.html));
    if (file && !archive.isLost(id)) images.set(id, addressOf(file.path));
  }
  const names = reader ? await findNames(context, reader, [{ body }], known) : new Map();
  const origin = context.publicUrl?.replace(/\/+$/, "");
  const input = { markdown: body, names, files: images, inside, origin };
  const text = await workFor({ owner: viewer.id }, () => writeHtml(input));
  const attached = [...ownFiles].filter(([id]) => !images.has(id));
  await archive.addPage(
    html,
    row.title,
    (async function* () {
      yield `<p><a href="${root}index.html">Contents</a></p>\n`;
      if (row.summary !== "") yield `<p><em>${escapeHtml(row.summary)}</em></p>\n`;
      // A text that takes too long to read is there as it was written.
      yield text ?? `<div class="text">${escapeHtml(body)}</div>\n`;
      for (const [id, { name }] of attached)
        yield `<p>${archive.linkTo({ id, original_name: name }, root)}</p>\n`;
      yield* comments(row.id, root);
    })(),
  );
  const found = (id: string) => {
    const page = pages.get(id);
    return page && { path: page.markdown, title: page.row.title };
  };
  const imageOf = (id: string) => (images.has(id) ? ownFiles.get(id)?.path : undefined);
  await archive.addText(markdown, [
    writePage({ ...row, body }, { path: markdown, place, imageOf, find: found }),
  ]);
}

/** Counts drafts and archived pages that the viewer may read. The number of others would tell that these exist. */
async function countUnpublished(archive: ThingArchive, viewer: Colleague, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM articles a
    WHERE ${isBelow(id)} AND a.status <> 'PUBLISHED' AND ${isReadable(viewer)}`.execute(archive.snapshot);
  return rows[0]?.count ?? 0;
}

/** Renders the tree as nested lists. */
function* renderTree(pages: readonly PlacedPage[]) {
  let depth = -1;
  for (const { row, level, html } of pages) {
    for (; depth > level; depth -= 1) yield "</ul>\n";
    for (; depth < level; depth += 1) yield "<ul>\n";
    const address = html.split("/").map(encodeURIComponent).join("/");
    yield `<li><a href="${escapeHtml(address)}">${escapeHtml(row.title)}</a></li>\n`;
  }
  yield "</ul>\n".repeat(depth + 1);
}
