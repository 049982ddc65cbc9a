import type { OpenPlace } from "./access.ts";
import type { ViewSources } from "./queries.ts";

/** Deletes a person's view of a page. Does nothing if it does not exist or belongs to somebody else. */
export async function deleteView(
  { db }: ViewSources,
  { userId, place }: OpenPlace,
  viewId: string,
): Promise<void> {
  await db
    .deleteFrom("saved_views")
    .where("id", "=", viewId)
    .where("user_id", "=", userId)
    .where("place", "=", place)
    .execute();
}
