import { sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { OpenPlace } from "./access.ts";
import type { ViewSources } from "./queries.ts";

/** Reorders a person's views of a page. Views that are not named keep their order after the others. */
export async function orderViews(
  { db }: ViewSources,
  { userId, place }: OpenPlace,
  viewIds: readonly string[],
): Promise<void> {
  await transact(db, async (tx) => {
    // Two devices may reorder at once, and would deadlock if each update locked the rows in its own order.
    await tx
      .selectFrom("saved_views")
      .select("id")
      .where("user_id", "=", userId)
      .where("place", "=", place)
      .orderBy("id")
      .forUpdate()
      .execute();
    await sql`
      UPDATE saved_views v SET position = placed.position
      FROM (
        SELECT id, row_number() OVER (ORDER BY array_position(${viewIds}::uuid[], id), position, id) AS position
        FROM saved_views WHERE user_id = ${userId} AND place = ${place}
      ) placed
      WHERE v.id = placed.id AND v.user_id = ${userId}`.execute(tx);
  });
}
