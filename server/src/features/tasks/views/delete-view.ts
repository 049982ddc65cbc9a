import type { ViewSources } from "./queries.ts";

/** Deletes a saved view of a person. Does nothing if it does not exist or belongs to somebody else. */
export async function deleteView({ db }: ViewSources, userId: string, viewId: string): Promise<void> {
  await db.deleteFrom("task_views").where("id", "=", viewId).where("user_id", "=", userId).execute();
}
