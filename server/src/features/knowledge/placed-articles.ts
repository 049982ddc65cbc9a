import { sql } from "kysely";
import type { PlacedKind } from "../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastArticles, selectHeard } from "./ground/broadcast.ts";

/** Articles that are for a department. Where two departments become one, they are for the one that stays. */
export const placedArticles: PlacedKind<Database, SliceContext> = {
  kind: "pages of the knowledge base",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM articles
      WHERE ${departmentId}::uuid = ANY(department_ids)`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`SELECT id FROM articles
      WHERE ${fromId}::uuid = ANY(shown_department_ids) OR ${fromId}::uuid = ANY(department_ids)
      ORDER BY id FOR UPDATE`.execute(tx);
    const ids = rows.map(({ id }) => id);
    const before = await selectHeard(tx, ids);
    // One that was for both is for the other one, once.
    for (const column of ["department_ids", "shown_department_ids"] as const)
      await sql`UPDATE articles
        SET ${sql.ref(column)} = array_remove(${sql.ref(column)}, ${fromId}::uuid) ||
          CASE WHEN ${intoId}::uuid = ANY(${sql.ref(column)}) THEN '{}'::uuid[] ELSE ARRAY[${intoId}::uuid] END,
          revision = revision + 1
        WHERE ${fromId}::uuid = ANY(${sql.ref(column)})`.execute(tx);
    return (context) => broadcastArticles(context, ids, before);
  },
};
