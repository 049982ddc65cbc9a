import { maxTreeArticles, maxTreeMatches, maxWholeTree } from "@atoll/contract/knowledge/limits";
import type { ArticleTree, TreeNode } from "@atoll/contract/knowledge/overview-schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isInTree } from "../model/readable.ts";

interface NodeRow {
  id: string;
  parent_id: string | null;
  title: string;
  rank: string;
  state: TreeNode["state"];
}

/** SQL: the columns of a page of the tree, of `a` and its draft `d`. */
const columns = sql`a.id, a.parent_id, a.title, a.rank,
  CASE WHEN a.status = 'PUBLISHED' THEN 'published' WHEN coalesce(d.state, 'writing') = 'writing' THEN 'draft'
    ELSE 'review' END AS state`;
const pages = sql`articles a LEFT JOIN article_drafts d ON d.article_id = a.id`;

/** Part of the tree that a viewer wants to see. */
interface Wanted {
  /** Pages whose branches are open. */
  open: readonly string[];
  /** A text that titles contain, or nothing. */
  search: string;
  /** So many pages of each branch. */
  size: number;
}

/**
 * The tree of articles that the viewer may read, parents and siblings in order. Drafts are part of it for those who edit
 * them; archived pages are not. A small tree is sent whole. Of a large one, only the open branches are read, so that it costs
 * what it shows.
 */
export async function findTree(db: Database, viewer: RequestViewer, wanted: Wanted): Promise<ArticleTree> {
  if (wanted.search !== "") return findMatches(db, viewer, wanted.search);
  // Without an order, so that it stops reading at the limit.
  const { rows } = await sql<NodeRow>`SELECT ${columns} FROM ${pages} WHERE ${isInTree(viewer)}
    LIMIT ${maxWholeTree + 1}`.execute(db);
  if (rows.length > maxWholeTree) return findOpenBranches(db, viewer, wanted);
  return { nodes: withBelow(rows), isWhole: true, cut: [] };
}

/** Pages whose titles contain a text, with the pages above them. */
async function findMatches(db: Database, viewer: RequestViewer, search: string): Promise<ArticleTree> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows: found } = await sql<{ path: string[] }>`SELECT a.path FROM articles a
    WHERE ${isInTree(viewer)} AND a.title ILIKE ${pattern}
    ORDER BY lower(a.title), a.id LIMIT ${maxTreeMatches + 1}`.execute(db);
  const ids = [...new Set(found.slice(0, maxTreeMatches).flatMap(({ path }) => path))];
  const { rows } = await sql<NodeRow>`SELECT ${columns} FROM ${pages}
    WHERE a.id = ANY(${ids}::uuid[]) AND ${isInTree(viewer)}`.execute(db);
  return { nodes: withBelow(rows), isWhole: false, cut: found.length > maxTreeMatches ? [null] : [] };
}

/** The tree from the top down: first the branches at the top, then those below them, as long as there is room. */
async function findOpenBranches(
  db: Database,
  viewer: RequestViewer,
  { open, size }: Wanted,
): Promise<ArticleTree> {
  const [top, strays] = await Promise.all([
    select(db, viewer, sql`a.parent_id IS NULL`, size),
    findStrays(db, viewer, size),
  ]);
  const cut = new Set<string | null>(top.length > size || strays.length > size ? [null] : []);
  const nodes: NodeRow[] = [...top.slice(0, size), ...strays.slice(0, size)];
  const isWanted = new Set(open);
  // A branch below a closed one is not shown, and its pages would look as if they were at the top.
  for (let from = 0, parents = nodes; parents.length > 0; parents = nodes.slice(from)) {
    from = nodes.length;
    const ids = parents.flatMap(({ id }) => (isWanted.has(id) ? id : []));
    if (ids.length === 0) break;
    const room = Math.max(0, maxTreeArticles - nodes.length);
    const below = await selectBranches(db, viewer, ids, { size, room });
    // From this branch on there was no room.
    const end = below.length > room ? ids.indexOf(below.pop()?.parent_id ?? "") : ids.length;
    const branches = Map.groupBy(below, ({ parent_id }) => parent_id);
    for (const [place, id] of ids.entries()) {
      const branch = branches.get(id) ?? [];
      nodes.push(...branch.slice(0, size));
      if (branch.length > size || place >= end) cut.add(id);
    }
  }
  const { rows } = await sql<{
    id: string;
  }>`SELECT p.id FROM unnest(${nodes.map(({ id }) => id)}::uuid[]) AS p (id)
    WHERE EXISTS (SELECT FROM articles a WHERE a.parent_id = p.id AND ${isInTree(viewer)} LIMIT 1)`.execute(
    db,
  );
  const withPages = new Set(rows.map(({ id }) => id));
  return {
    nodes: nodes.map((row) => present(row, withPages.has(row.id))),
    isWhole: false,
    cut: [...cut].filter((id) => id === null || withPages.has(id)),
  };
}

/** The first pages of a branch, and one more where there are more. */
async function select(db: Database, viewer: RequestViewer, where: RawBuilder<unknown>, size: number) {
  const { rows } = await sql<NodeRow>`SELECT ${columns} FROM ${pages} WHERE ${where} AND ${isInTree(viewer)}
    ORDER BY a.rank, a.id LIMIT ${size + 1}`.execute(db);
  return rows;
}

/** The first pages of branches, one branch after the other, and one page more than there is room for. */
async function selectBranches(
  db: Database,
  viewer: RequestViewer,
  ids: readonly string[],
  { size, room }: { size: number; room: number },
): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`SELECT b.* FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS o (id, place),
    LATERAL (SELECT ${columns} FROM ${pages} WHERE a.parent_id = o.id AND ${isInTree(viewer)}
      ORDER BY a.rank, a.id LIMIT ${size + 1}) b
    ORDER BY o.place, b.rank, b.id LIMIT ${room + 1}`.execute(db);
  return rows;
}

/** Pages whose parents the viewer may not read: they are shown at the top. */
async function findStrays(db: Database, viewer: RequestViewer, size: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`SELECT ${columns} FROM ${pages}
    WHERE a.parent_id IS NOT NULL AND ${isInTree(viewer)}
      AND a.parent_id NOT IN (SELECT a.id FROM articles a WHERE ${isInTree(viewer)})
    ORDER BY a.rank, a.id LIMIT ${size + 1}`.execute(db);
  return rows;
}

/** Pages that are all pages of their branches, in order. */
function withBelow(rows: readonly NodeRow[]): TreeNode[] {
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  // Ranks are compared by their bytes, as the database does.
  return rows.toSorted(byRank).map((row) => present(row, parents.has(row.id)));
}

function byRank(one: NodeRow, other: NodeRow): number {
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

const present = ({ id, parent_id, title, state }: NodeRow, hasBelow: boolean): TreeNode => ({
  ...{ id, parentId: parent_id, title, state, hasBelow },
});
