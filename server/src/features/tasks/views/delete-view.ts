import type { ViewSources } from "./queries.ts";

/** Deletes a view of a person; nothing where it is gone already, or somebody else's. */
export async function deleteView({ db }: ViewSources, userId: string, viewId: string): Promise<void> {
  await db.deleteFrom("task_views").where("id", "=", viewId).where("user_id", "=", userId).execute();
}
