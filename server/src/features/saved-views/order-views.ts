import { sql } from "kysely";
import type { OpenPlace } from "./access.ts";
import type { ViewSources } from "./queries.ts";

/** Reorders a person's views of a page. Views that are not named keep their order after the others. */
export async function orderViews(
  { db }: ViewSources,
  { userId, place }: OpenPlace,
  viewIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE saved_views v SET position = placed.position
    FROM (
      SELECT id, row_number() OVER (ORDER BY array_position(${viewIds}::uuid[], id), position, id) AS position
      FROM saved_views WHERE user_id = ${userId} AND place = ${place}
    ) placed
    WHERE v.id = placed.id AND v.user_id = ${userId}`.execute(db);
}
