import type { watchersChangeSchema } from "@atoll/contract/tasks/changes";
import { maxWatchers } from "@atoll/contract/tasks/limits";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { assertAssignable } from "./assignable.ts";
import { changeTasks, type TaskSources } from "./change-tasks.ts";

/**
 * Lets people watch a task, and others no longer.
 * @throws {AppError} as `changeTasks`; `assignee_unavailable`, `too_many_watchers`.
 */
export async function changeWatchers(
  sources: TaskSources,
  viewer: RequestViewer,
  taskId: string,
  { changeId, add, remove }: z.output<typeof watchersChangeSchema>,
): Promise<void> {
  await changeTasks(sources, viewer, { changeId, taskIds: [taskId] }, async ({ tx, note }) => {
    await assertAssignable(tx, add);
    const before = await watchersOf(tx, taskId);
    const after = [...new Set([...before.filter((id) => !remove.includes(id)), ...add])].sort();
    if (after.length > maxWatchers) throw new AppError("too_many_watchers");
    await setWatchers(tx, taskId, after);
    if (before.join() !== after.join()) note({ taskId, field: "watchers", before, after });
  });
}

/** In the order of their ids. */
export async function watchersOf(tx: Database, taskId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("task_watchers")
    .select("user_id")
    .where("task_id", "=", taskId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Makes these the watchers of a task that is held. */
export async function setWatchers(tx: Database, taskId: string, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM task_watchers WHERE task_id = ${taskId} AND NOT user_id = ANY(${userIds}::uuid[])`.execute(
    tx,
  );
  await sql`INSERT INTO task_watchers (task_id, user_id) SELECT ${taskId}, unnest(${userIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await tx.updateTable("tasks").set({ version: sql`version + 1` }).where("id", "=", taskId).execute();
}
