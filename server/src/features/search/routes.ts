import { searchRoutes } from "@atoll/contract/search/routes";
import type { SliceContext } from "../../slice.ts";
import { findSimilar } from "./everywhere/find-similar.ts";
import { searchEverywhere } from "./everywhere/search-everywhere.ts";
import { suggest } from "./everywhere/suggest.ts";
import { noteOpened } from "./note-opened.ts";
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

/** Registers the routes of the search over everything. Specification, sections 2 (search) and 5. */
export function registerSearchEverywhere(context: SliceContext): void {
  const { routes, db } = context;
  const runner = createSearchRunner(context);
  registerSearchWords(context);

  routes.route(searchRoutes.searchEverywhere, async ({ query }, { viewer }) =>
    runner.run("search", viewer.id, (tx, asOf) => searchEverywhere(context, tx, viewer, query, asOf)),
  );

  routes.route(searchRoutes.suggestHits, async ({ query }, { viewer }) => ({
    items: await runner.run("suggest", viewer.id, (tx, asOf) =>
      suggest(context, tx, viewer, query.query, asOf),
    ),
  }));

  routes.route(searchRoutes.findSimilar, async ({ query }, { viewer }) => ({
    items: await runner.run("similar", viewer.id, (tx) => findSimilar(context, tx, viewer, query)),
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
