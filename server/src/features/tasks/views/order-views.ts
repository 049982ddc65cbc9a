import { sql } from "kysely";
import type { ViewSources } from "./queries.ts";

/** Reorders a person's saved views. Views that are not named keep their order after the others. */
export async function orderViews(
  { db }: ViewSources,
  userId: string,
  viewIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE task_views v SET position = placed.position
    FROM (
      SELECT id, row_number() OVER (ORDER BY array_position(${viewIds}::uuid[], id), position, id) AS position
      FROM task_views WHERE user_id = ${userId}
    ) placed
    WHERE v.id = placed.id AND v.user_id = ${userId}`.execute(db);
}
