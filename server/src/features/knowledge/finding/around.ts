import type { Neighbors } from "@atoll/contract/knowledge/overview-schemas";
import { sql } from "kysely";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { type ArticleRow, pageByTitle, selectArticles } from "../model/queries.ts";
import { isInTree, isReadablePublished } from "../model/readable.ts";

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}
type Page = Promise<{ rows: ArticleRow[]; nextCursor: string | null }>;

/** Articles directly below one, of those that the viewer may read, in the order of the tree. */
export async function listBelow(
  db: Database,
  viewer: RequestViewer,
  articleId: string,
  page: PageQuery,
): Page {
  await accessArticle(db, viewer, articleId);
  return fetchPage(
    page,
    placeByName,
    (after, count) =>
      selectArticles(db)
        .select("a.rank")
        .where("a.parent_id", "=", articleId)
        .where(isInTree(viewer))
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(a.rank, a.id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
        )
        .orderBy("a.rank")
        .orderBy("a.id")
        .limit(count)
        .execute(),
    (row) => [row.rank, row.id],
  );
}

/** Published articles that link to one, of those that the viewer may read, by title. */
export async function listBacklinks(
  db: Database,
  viewer: RequestViewer,
  articleId: string,
  page: PageQuery,
): Page {
  await accessArticle(db, viewer, articleId);
  return pageByTitle(db, page, [
    isReadablePublished(viewer),
    sql<boolean>`a.id IN (SELECT l.article_id FROM article_links l
      WHERE l.target_kind = 'article' AND l.target_id = ${articleId})`,
  ]);
}

/** A page with its place in the tree. */
interface Placed {
  id: string;
  title: string;
  rank: string;
  parent_id: string | null;
}

/**
 * The pages before and after one as somebody reads the tree from the top: a page comes before the pages below it. What
 * the viewer may not read is passed over, with everything below it.
 * @throws {AppError} `article_not_found`.
 */
export async function findNeighbors(
  db: Database,
  viewer: RequestViewer,
  articleId: string,
): Promise<Neighbors> {
  await accessArticle(db, viewer, articleId);
  const page = await findPlaced(db, viewer, articleId);
  if (!page) return { previous: null, next: null };
  const [previous, next] = await Promise.all([findPrevious(db, viewer, page), findNext(db, viewer, page)]);
  const name = (one: Placed | undefined) => (one ? { id: one.id, name: one.title } : null);
  return { previous: name(previous), next: name(next) };
}

async function findNext(db: Database, viewer: RequestViewer, page: Placed): Promise<Placed | undefined> {
  const below = await findSibling(db, viewer, page.id, "first");
  if (below) return below;
  for (
    let at: Placed | undefined = page;
    at;
    at = at.parent_id ? await findPlaced(db, viewer, at.parent_id) : undefined
  ) {
    const sibling = await findSibling(db, viewer, at.parent_id, "first", at);
    if (sibling) return sibling;
  }
  return undefined;
}

async function findPrevious(db: Database, viewer: RequestViewer, page: Placed): Promise<Placed | undefined> {
  const before = await findSibling(db, viewer, page.parent_id, "last", page);
  if (!before) return page.parent_id === null ? undefined : findPlaced(db, viewer, page.parent_id);
  let last = before;
  for (let child: Placed | undefined = before; child; child = await findSibling(db, viewer, child.id, "last"))
    last = child;
  return last;
}

async function findPlaced(db: Database, viewer: RequestViewer, id: string): Promise<Placed | undefined> {
  const { rows } = await sql<Placed>`SELECT a.id, a.title, a.rank, a.parent_id FROM articles a
    WHERE a.id = ${id} AND ${isInTree(viewer)}`.execute(db);
  return rows[0];
}

/** The first or last page of a branch, or the one directly after or before a page of it. */
async function findSibling(
  db: Database,
  viewer: RequestViewer,
  parentId: string | null,
  end: "first" | "last",
  from?: Placed,
): Promise<Placed | undefined> {
  const [order, behind] = end === "first" ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const { rows } = await sql<Placed>`SELECT a.id, a.title, a.rank, a.parent_id FROM articles a
    WHERE ${parentId === null ? sql`a.parent_id IS NULL` : sql`a.parent_id = ${parentId}`} AND ${isInTree(viewer)}
      ${from ? sql`AND (a.rank, a.id) ${behind} (${from.rank}, ${from.id}::uuid)` : sql``}
    ORDER BY a.rank ${order}, a.id ${order} LIMIT 1`.execute(db);
  return rows[0];
}
