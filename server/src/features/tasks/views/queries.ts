import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { ownRoom } from "../../people/access.ts";

/** What a change of views takes, from their rows to all devices of the person. */
export interface ViewSources {
  db: Database;
  realtime: Realtime;
}

/** A person's views in their order. */
export function selectViews(db: Database, userId: string): Promise<TaskView[]> {
  return db
    .selectFrom("task_views")
    .select(["id", "name", "query"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Tells all devices of a person how their views are now. To be called after the commit. */
export async function tellOfViews({ db, realtime }: ViewSources, userId: string): Promise<TaskView[]> {
  const views = await selectViews(db, userId);
  realtime.send(ownRoom(userId), "task-views.changed", { views });
  return views;
}
