import {
  articleTagMaxLength,
  articleTitleMaxLength,
  maxArticleDepth,
  maxArticleTags,
} from "@atoll/contract/knowledge/limits";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import {
  countBuiltOnArticles,
  deleteImportedArticles,
  findImportedParents,
  type ImportedArticle,
  isTreeFull,
  parentAsDeepAsAllowed,
  type ReadyArticle,
  selectBuiltOnArticles,
  writeImportedArticles,
} from "../../knowledge/public.ts";
import { peopleIn, type SourceRecord } from "../archive/records.ts";
import { count, ensurePeople, findItems, type Ground, type PlaceRow, skip } from "./ground.ts";
import { holdUploader, type ImportRow } from "./import-row.ts";
import { addLines } from "./lines.ts";
import {
  articleIdOf,
  type PreparedArticle,
  type PreparedArticles,
  prepareArticles,
} from "./prepare-articles.ts";
import { PauseImport } from "./tasks-target.ts";

/** Records that become articles. */
export const articlesTarget = {
  madeCounts: ["articles"],
  madeKinds: ["article"],
  prepareRecords: prepareArticles,
  writeRecords: writeArticleRecords,
  finishPlaces: finishSpaces,
  async countBuilt(tx: Database, { id }: ImportRow) {
    const { added, changed } = await countBuiltOnArticles(tx, id);
    return { messages: added, marks: changed };
  },
  builtOn: ({ id }: ImportRow) => ({ kind: "article" as const, ids: selectBuiltOnArticles(id) }),
  close: async () => {},
  // The tree is shown as it is by the next list that is loaded: an event for each of thousands of pages would slow
  // everybody down.
  broadcast: () => {},
  undoSteps: [undoArticles],
} as const;

async function writeArticleRecords(
  ground: Ground,
  group: readonly PlaceRow[],
  records: readonly SourceRecord[],
  { prepared = new Map() }: { prepared?: PreparedArticles | undefined },
): Promise<void> {
  const { tx, row, runner } = ground;
  if (!runner) throw new Error("no person runs the import, so there is no owner for its pages");
  if (!canWriteKnowledge(runner))
    throw new PauseImport("The person who started it may not write in the knowledge base.");
  // Another administrator may run it, but reads no pages whose readers nobody has chosen.
  const owner = await holdUploader(tx, row);
  if (!owner || !canWriteKnowledge(owner))
    throw new PauseImport(
      "The person who uploaded the file has left, or may not write in the knowledge base.",
    );
  const places = new Map(group.map((place) => [place.key, place]));
  const fresh = await selectFresh(ground, places, records);
  if (fresh.length === 0) return;
  const people = await ensurePeople(ground, peopleIn(fresh));
  const active = await activeAmong(
    tx,
    [...people.values()].map(({ id }) => id),
  );
  const tree = await treeOf(ground, group, fresh);
  const ready: ReadyArticle[] = [];
  const now = row.started_at ?? new Date();
  for (const { placeKey, article } of fresh) {
    const place = places.get(placeKey);
    const page = prepared.get(article.key);
    if (!place || !page) throw new TypeError("a page that was not prepared");
    const note = (kind: string, detail?: string, number = 1) => {
      count(ground, placeKey, kind, number);
      ground.lines.push({ kind, placeKey, count: number, ...(detail !== undefined && { detail }) });
    };
    for (const { kind, detail, count: number } of page.notes) note(kind, detail, number);
    const { parentId, depth } = tree.placeOf(article, place, note);
    const authorId = people.get(article.author)?.id ?? owner.id;
    const title = titleOf(article, note);
    const common = {
      ...{ tags: tagsOf(article, note), departmentIds: place.department_id ? [place.department_id] : [] },
      // Nobody but the person who uploaded the file reads its drafts, also if their author has an account.
      creatorId: page.isPrivate ? owner.id : authorId,
      ownerId: !page.isPrivate && active.has(authorId) ? authorId : owner.id,
      editorId: people.get(article.editor)?.id ?? authorId,
      ...{ at: article.at ?? now, updatedAt: article.updatedAt ?? article.at ?? now, fileOwnerId: owner.id },
    };
    for (const [index, { body, seeded }] of page.parts.entries()) {
      const isFirst = index === 0;
      const key = isFirst ? article.key : `${article.key}#${index + 1}`;
      const id = isFirst ? page.id : articleIdOf(row.id, key);
      const level = isFirst || depth >= maxArticleDepth ? depth : depth + 1;
      ready.push({
        ...{ ...common, id, body, seeded, title: isFirst ? title : numbered(title, index + 1) },
        parentId: isFirst ? parentId : depth >= maxArticleDepth ? parentId : page.id,
        // A dry run has stored no files.
        fileIds: ground.isTrial ? [] : filesOf(page, index),
        attachmentIds: isFirst && !ground.isTrial ? attachmentsOf(page) : [],
      });
      const kind = isFirst ? "article" : "article part";
      ground.items.push({ key, kind, place_key: placeKey, target_id: id, fingerprint: String(level) });
    }
    tree.add(article.key, { id: page.id, depth, parentId });
    if (page.parts.length > 1) note("page_continued", title);
    count(ground, placeKey, "articles");
    if (page.isPrivate) count(ground, placeKey, "drafts");
    if (page.fileIds.length > 0) count(ground, placeKey, "files", page.fileIds.length);
  }
  await writeImportedArticles(tx, ready);
}

/** The pictures of a part of a page. The first part has all other files too. */
const filesOf = ({ fileIds, parts }: PreparedArticle, index: number): string[] =>
  fileIds.filter(
    (id) =>
      Math.max(
        0,
        parts.findIndex(({ body }) => body.includes(`(file:${id}`)),
      ) === index,
  );

const attachmentsOf = ({ fileIds, parts }: PreparedArticle): string[] =>
  fileIds.filter((id) => !parts.some(({ body }) => body.includes(`(file:${id}`)));

/** Leaves out what is there, and what is left out by choice. */
async function selectFresh(
  ground: Ground,
  places: ReadonlyMap<string, PlaceRow>,
  records: readonly SourceRecord[],
): Promise<{ placeKey: string; article: ImportedArticle }[]> {
  const keys = records.flatMap((record) => ("article" in record ? record.article.key : []));
  const known = await findItems(ground, keys);
  const seen = new Set<string>();
  return records.flatMap((record) => {
    const { placeKey } = record;
    if ("skipped" in record) skip(ground, placeKey, record.skipped, record.detail);
    if (!("article" in record)) return [];
    const { article } = record;
    const item = known.get(article.key);
    const isTwice = seen.has(article.key);
    seen.add(article.key);
    const isOwn = item?.import_id === ground.row.id && !item.kind.startsWith("kept ");
    if (places.get(placeKey)?.outcome === "skip") skip(ground, placeKey, "page_left_out");
    else if (isTwice || item)
      skip(ground, placeKey, isTwice || isOwn ? "page_repeated" : "page_earlier", article.title);
    else return [{ placeKey, article }];
    return [];
  });
}

async function activeAmong(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM accounts
    WHERE id = ANY(${[...ids]}::uuid[]) AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

type Note = (kind: string, detail?: string) => void;

/** The places of pages in the tree: below pages of this batch, of earlier ones and of earlier imports. */
async function treeOf(
  ground: Ground,
  group: readonly PlaceRow[],
  fresh: readonly { article: ImportedArticle }[],
) {
  const { tx, row, isTrial } = ground;
  const items = await findItems(ground, [
    ...new Set(fresh.flatMap(({ article }) => article.parentKey ?? [])),
  ]);
  const above = group.flatMap(({ article_id }) => article_id ?? []);
  const there = await findImportedParents(tx, [
    ...above,
    ...[...items.values()].map(({ target_id }) => target_id),
  ]);
  const made = new Map<string, { id: string; depth: number; parentId: string | null }>();
  return {
    add: (key: string, page: { id: string; depth: number; parentId: string | null }) => made.set(key, page),
    placeOf(
      article: ImportedArticle,
      place: PlaceRow,
      note: Note,
    ): { parentId: string | null; depth: number } {
      const top = place.article_id === null ? undefined : there.get(place.article_id);
      // Its readers narrow those of the pages below it.
      if (place.article_id !== null && !top)
        throw new PauseImport(
          "The article that the pages go below is no longer there. Undo the import and choose another one.",
        );
      const atTop = top
        ? { parentId: place.article_id, depth: top.path.length + 1 }
        : { parentId: null, depth: 1 };
      if (article.parentKey === null) return atTop;
      const own = made.get(article.parentKey);
      if (own) {
        if (own.depth < maxArticleDepth) return { parentId: own.id, depth: own.depth + 1 };
        note("page_deeper", article.title);
        return { parentId: own.parentId, depth: own.depth };
      }
      const item = items.get(article.parentKey);
      const found = item && there.get(item.target_id);
      if (found) {
        const parentId = parentAsDeepAsAllowed(found.path);
        if (found.path.length >= maxArticleDepth) note("page_deeper", article.title);
        return { parentId, depth: Math.min(found.path.length + 1, maxArticleDepth) };
      }
      // A dry run has rolled back the pages of its earlier batches.
      if (item && isTrial && item.import_id === row.id) {
        const depth = Number(item.fingerprint) || 1;
        if (depth >= maxArticleDepth) note("page_deeper", article.title);
        return { parentId: null, depth: Math.min(depth + 1, maxArticleDepth) };
      }
      note("page_without_parent", article.title);
      return atTop;
    },
  };
}

const numbered = (title: string, number: number): string =>
  `${[...title].slice(0, articleTitleMaxLength - 8).join("")} (${number})`;

function titleOf({ title }: ImportedArticle, note: Note): string {
  const clean = title.replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim();
  if (!hasVisibleText(clean)) {
    note("page_without_title");
    return "Untitled";
  }
  const characters = [...clean];
  if (characters.length <= articleTitleMaxLength) return clean;
  note("page_title_cut", `${characters.slice(0, 60).join("")}…`);
  return `${characters.slice(0, articleTitleMaxLength - 1).join("")}…`;
}

function tagsOf({ tags }: ImportedArticle, note: Note): string[] {
  const kept = new Set<string>();
  for (const tag of tags) {
    const whole = tag.replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim();
    const cut = [...whole].slice(0, articleTagMaxLength).join("").trim();
    if (!hasVisibleText(cut)) continue;
    if (cut !== whole) note("label_cut", whole);
    kept.add(cut);
  }
  for (const tag of [...kept].slice(maxArticleTags)) note("label_too_many", tag);
  return [...kept].slice(0, maxArticleTags);
}

async function finishSpaces(ground: Ground, group: readonly PlaceRow[]): Promise<void> {
  if (!ground.isTrial && group.length > 0 && (await isTreeFull(ground.tx)))
    ground.lines.push({ kind: "tree_full" });
}

/** Few enough that the tree is locked for a moment. */
const articlesAtOnce = 50;

/** Takes back articles, the deepest ones first. Those that people have built on stay, with the pages above them. */
async function undoArticles(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string; place_key: string | null }>`SELECT target_id, place_key
    FROM import_items WHERE import_id = ${id} AND kind IN ('article', 'article part')
    ORDER BY fingerprint DESC, target_id LIMIT ${sql.lit(articlesAtOnce)}`.execute(tx);
  if (rows.length === 0) return false;
  const ids = rows.map(({ target_id }) => target_id);
  const kept = await deleteImportedArticles(tx, id, ids);
  const keptIds = kept.map((article) => article.id);
  const placeOf = new Map(rows.map(({ target_id, place_key }) => [target_id, place_key ?? ""]));
  await addLines(
    tx,
    id,
    "undoing",
    kept.map((article) => ({ kind: "kept", placeKey: placeOf.get(article.id) ?? "", detail: article.title })),
  );
  await sql`UPDATE import_items SET kind = 'kept ' || kind
    WHERE import_id = ${id} AND target_id = ANY(${keptIds}::uuid[])`.execute(tx);
  await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ANY(${ids}::uuid[])
    AND target_id <> ALL(${keptIds}::uuid[])`.execute(tx);
  return true;
}
