import { parseViewQuery, type ViewRules, writeViewQuery } from "@atoll/contract/saved-views/rules";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { broadcastViews, type ViewSources } from "./queries.ts";

/** So many views are locked and rewritten at once. */
const rewrittenAtOnce = 500;

/**
 * Gives a value of a page's filter its new name in everybody's saved views, in the transaction that renames it.
 * @returns the people whose views have changed.
 */
export async function renameInViews(
  tx: Database,
  { place, parameter, renames }: { place: string; parameter: string; renames: ReadonlyMap<string, string> },
): Promise<string[]> {
  const owners = new Set<string>();
  let after: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (after !== undefined) {
    const views: { id: string; user_id: string; query: string }[] = await tx
      .selectFrom("saved_views")
      .select(["id", "user_id", "query"])
      .where("place", "=", place)
      .where("id", ">", after)
      .orderBy("id")
      .limit(rewrittenAtOnce)
      .forUpdate()
      .execute();
    const changed = views.flatMap((view) => {
      const query = writeViewQuery(
        parseViewQuery(view.query).map(([name, value]) => [
          name,
          name === parameter ? (renames.get(value) ?? value) : value,
        ]),
      );
      return query === view.query ? [] : [{ ...view, query }];
    });
    if (changed.length > 0)
      await sql`UPDATE saved_views v SET query = new.query, version = v.version + 1
        FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ query }) => query)}::text[])
          AS new (id, query) WHERE v.id = new.id`.execute(tx);
    for (const { user_id } of changed) owners.add(user_id);
    after = views.length === rewrittenAtOnce ? views.at(-1)?.id : undefined;
  }
  return [...owners];
}

/** Sends people's rewritten views of a page to their devices. Call it after the commit. */
export async function broadcastRenamed(
  sources: ViewSources,
  { place, rules, userIds }: { place: string; rules: ViewRules; userIds: readonly string[] },
): Promise<void> {
  for (const userId of userIds) await broadcastViews(sources, { userId, place, rules });
}
