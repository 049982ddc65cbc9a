import { sql } from "kysely";
import type { PlacedKind } from "../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/** Filters that name a department, and views of a department's own tasks. They never prevent its deletion. */
export const placedViews: PlacedKind<Database, SliceContext> = {
  kind: "saved views",
  count: () => Promise.resolve(0),
  async move(tx, fromId, intoId) {
    await sql`UPDATE saved_views SET query = replace(query, ${fromId}, ${intoId}), version = version + 1
      WHERE position(${fromId} IN query) > 0`.execute(tx);
    const [from, into] = [`tasks:${fromId}`, `tasks:${intoId}`];
    // Names are unique per page: a view whose name is taken there gets the end of its ID after it.
    await sql`UPDATE saved_views moved SET place = ${into}, version = version + 1, name = CASE WHEN EXISTS (
        SELECT FROM saved_views there WHERE there.user_id = moved.user_id AND there.place = ${into}
          AND lower(there.name) = lower(moved.name))
      THEN left(moved.name, 50) || ' ' || right(moved.id::text, 8) ELSE moved.name END
      WHERE place = ${from}`.execute(tx);
    return undefined;
  },
};
