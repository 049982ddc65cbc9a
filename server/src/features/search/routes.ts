import { searchRoutes } from "@atoll/contract/search/routes";
import type { SliceContext } from "../../slice.ts";
import { findSimilar } from "./find-similar.ts";
import { noteOpened } from "./note-opened.ts";
import { createSearchRunner } from "./run-search.ts";
import { searchEverywhere } from "./search-everywhere.ts";
import {
  deleteSavedSearch,
  forgetSearches,
  noteSearch,
  saveSearch,
  selectSearches,
  tellOfSearches,
} from "./searches.ts";
import { suggest } from "./suggest.ts";

/** Registers the routes of the search over everything. Specification, sections 2 (search) and 5. */
export function registerSearchEverywhere(context: SliceContext): void {
  const { routes, db } = context;
  const runner = createSearchRunner(context);

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
    return tellOfSearches(context, viewer.id);
  });

  routes.route(searchRoutes.forgetSearches, async ({ query }, { viewer }) => {
    await forgetSearches(db, viewer.id, query.address);
    return tellOfSearches(context, viewer.id);
  });

  routes.route(searchRoutes.saveSearch, async ({ body }, { viewer }) => {
    await saveSearch(db, viewer.id, body);
    return tellOfSearches(context, viewer.id);
  });

  routes.route(searchRoutes.deleteSavedSearch, async ({ params }, { viewer }) => {
    await deleteSavedSearch(db, viewer.id, params.searchId);
    return tellOfSearches(context, viewer.id);
  });
}
