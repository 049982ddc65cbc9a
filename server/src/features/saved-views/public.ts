import { cleanViewQuery } from "@atoll/contract/saved-views/rules";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { OpenPlace } from "./queries.ts";

export type { OpenPlace } from "./queries.ts";
export { broadcastRenamed, renameInViews } from "./rename-in-views.ts";

/**
 * Returns a page that the viewer may open.
 * @throws {AppError} `view_place_not_found` if it does not exist, or the viewer may not see it.
 */
export async function accessPlace(
  { db, viewRulesOf }: Pick<SliceContext, "db" | "viewRulesOf">,
  viewer: RequestViewer,
  place: string,
): Promise<OpenPlace> {
  const rules = await viewRulesOf(db, viewer, place);
  if (!rules) throw new AppError("view_place_not_found");
  return { userId: viewer.id, place, rules };
}

/**
 * Rejects filters that the page does not have, so that no view is stored with less than its person saved.
 * @throws {AppError} `saved_view_not_understood`.
 */
export function assertUnderstood({ rules }: OpenPlace, query: string): void {
  const { dropped } = cleanViewQuery(query, rules);
  if (dropped.length > 0) throw new AppError("saved_view_not_understood");
}
