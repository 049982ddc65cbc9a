import type { taskViewChangeSchema } from "@atoll/contract/tasks/view-schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { orRefuse } from "../../../platform/database/or-refuse.ts";
import type { ViewSources } from "./queries.ts";

/**
 * Renames a saved view, or changes its filter.
 * @throws {AppError} `task_view_not_found` for a view of somebody else, `task_view_name_taken`.
 */
export async function changeView(
  { db }: ViewSources,
  userId: string,
  viewId: string,
  { name, query }: z.output<typeof taskViewChangeSchema>,
): Promise<void> {
  const write = db
    .updateTable("task_views")
    .set({ ...(name === undefined ? {} : { name }), ...(query === undefined ? {} : { query }) })
    .where("id", "=", viewId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  if (!(await orRefuse(write, { task_views_name: "task_view_name_taken" })))
    throw new AppError("task_view_not_found");
}
