import { sql } from "kysely";
import type { PlacedKind } from "../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastArticles, selectHeard } from "./ground/broadcast.ts";
import { findParent, lockTree, narrow, spreadBelow } from "./ground/tree.ts";

/** Articles that are for a department. Where two departments become one, they are for the one that stays. */
export const placedArticles: PlacedKind<Database, SliceContext> = {
  kind: "pages of the knowledge base",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM articles
      WHERE ${departmentId}::uuid = ANY(department_ids)`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    await lockTree(tx);
    const { rows } = await sql<{ id: string; path: string[] }>`SELECT id, path FROM articles
      WHERE ${fromId}::uuid = ANY(shown_department_ids) OR ${fromId}::uuid = ANY(department_ids)
      ORDER BY id FOR UPDATE`.execute(tx);
    const moved = new Set(rows.map(({ id }) => id));
    const { rows: below } = await sql<{ id: string }>`SELECT id FROM articles
      WHERE path && ${[...moved]}::uuid[] ORDER BY id`.execute(tx);
    const ids = below.map(({ id }) => id);
    const before = await selectHeard(tx, ids);
    // One that was for both is for the other one, once.
    await sql`UPDATE articles SET
        department_ids = array_remove(department_ids, ${fromId}::uuid) ||
          CASE WHEN ${intoId}::uuid = ANY(department_ids) THEN '{}'::uuid[] ELSE ARRAY[${intoId}::uuid] END
      WHERE ${fromId}::uuid = ANY(department_ids)`.execute(tx);
    await sql`UPDATE articles SET revision = revision + 1 WHERE id = ANY(${[...moved]}::uuid[])`.execute(tx);
    // A page for one of the two below a page for the other had no readers, and has some now.
    for (const { id, path } of rows)
      if (!path.some((above) => above !== id && moved.has(above))) await narrowAgain(tx, id);
    return (context) => broadcastArticles(context, ids, before);
  },
};

/** Recalculates the readers of a page and of all pages below it. */
async function narrowAgain(tx: Database, articleId: string): Promise<void> {
  const row = await tx
    .selectFrom("articles")
    .select(["kind", "parent_id", "department_ids", "role_ids"])
    .where("id", "=", articleId)
    .executeTakeFirstOrThrow();
  const parent = row.parent_id === null ? undefined : await findParent(tx, row.parent_id, 0);
  const shown = narrow(parent, { departmentIds: row.department_ids, roleIds: row.role_ids });
  await tx
    .updateTable("articles")
    .set({ shown_department_ids: shown.departmentIds, shown_role_ids: shown.roleIds })
    .where("id", "=", articleId)
    .execute();
  if (row.kind === "article") await spreadBelow(tx, articleId);
}
