import type { SearchKind } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findSimilar } from "./everywhere/find-similar.ts";
import { searchEverywhere } from "./everywhere/search-everywhere.ts";
import { suggest } from "./everywhere/suggest.ts";
import { createSearchRunner } from "./run-search.ts";
import {
  broadcastSearches,
  deleteSavedSearch,
  forgetSearches,
  noteSearch,
  saveSearch,
  selectSearches,
} from "./searches.ts";
import { registerSearchWords } from "./synonyms/word-groups.ts";

/** Results opened longer ago than this many others no longer count. */
const maxOpened = 500;

/**
 * Records that a person opened a search result, so that it ranks higher for them. Its existence is not checked: only
 * their own searches read the record, and these find only what they may read.
 */
async function noteOpened(
  db: Database,
  userId: string,
  { kind, id }: { kind: SearchKind; id: string },
): Promise<void> {
  await sql`
    INSERT INTO search_opened (user_id, kind, thing_id) VALUES (${userId}, ${kind}, ${id})
    ON CONFLICT (user_id, thing_id, kind) DO UPDATE SET opened_at = clock_timestamp()`.execute(db);
  await sql`
    DELETE FROM search_opened WHERE user_id = ${userId} AND opened_at < (
      SELECT opened_at FROM search_opened WHERE user_id = ${userId}
      ORDER BY opened_at DESC OFFSET ${maxOpened} LIMIT 1)`.execute(db);
}

/** Registers the routes of the search over everything. Specification, sections 2 (search) and 5. */
export function registerSearchEverywhere(context: SliceContext): void {
  const { routes, db } = context;
  const runner = createSearchRunner(context);
  registerSearchWords(context);

  routes.route(searchRoutes.searchEverywhere, async ({ query }, { viewer }) =>
    runner.runFor("search", viewer, (tx, asOf) => searchEverywhere(context, tx, viewer, query, asOf)),
  );

  routes.route(searchRoutes.suggestHits, async ({ query }, { viewer }) => ({
    items: await runner.runFor("suggest", viewer, (tx, asOf) =>
      suggest(context, tx, viewer, query.query, asOf),
    ),
  }));

  routes.route(searchRoutes.findSimilar, async ({ query }, { viewer }) => ({
    items: await runner.runFor("similar", viewer, (tx) => findSimilar(context, tx, viewer, query)),
  }));

  routes.route(searchRoutes.noteOpenedHit, async ({ body }, { viewer }) => {
    await noteOpened(db, viewer.id, body);
    return undefined;
  });

  routes.route(searchRoutes.listSearches, async (_input, { viewer }) => selectSearches(db, viewer.id));

  routes.route(searchRoutes.noteSearch, async ({ body }, { viewer }) => {
    await noteSearch(db, viewer.id, body.address);
    return broadcastSearches(context, viewer.id);
  });

  routes.route(searchRoutes.forgetSearches, async ({ query }, { viewer }) => {
    await forgetSearches(db, viewer.id, query.address);
    return broadcastSearches(context, viewer.id);
  });

  routes.route(searchRoutes.saveSearch, async ({ body }, { viewer }) => {
    await saveSearch(db, viewer.id, body);
    return broadcastSearches(context, viewer.id);
  });

  routes.route(searchRoutes.deleteSavedSearch, async ({ params }, { viewer }) => {
    await deleteSavedSearch(db, viewer.id, params.searchId);
    return broadcastSearches(context, viewer.id);
  });
}
