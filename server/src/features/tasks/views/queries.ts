import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { ownRoom } from "../../people/access.ts";

/** Dependencies of a change of saved views. */
export interface ViewSources {
  db: Database;
  realtime: Realtime;
}

/** Returns a person's saved views in their order. */
export function selectViews(db: Database, userId: string): Promise<TaskView[]> {
  return db
    .selectFrom("task_views")
    .select(["id", "name", "query"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Broadcasts a person's saved views to all of their devices, and returns them. Call it after the commit. */
export async function tellOfViews({ db, realtime }: ViewSources, userId: string): Promise<TaskView[]> {
  const views = await selectViews(db, userId);
  realtime.send(ownRoom(userId), "task-views.changed", { views });
  return views;
}
