import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** Returns the watchers of a task, in the order of their IDs. */
export async function watchersOf(tx: Database, taskId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("task_watchers")
    .select("user_id")
    .where("task_id", "=", taskId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Sets the watchers of a locked task. */
export async function setWatchers(tx: Database, taskId: string, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM task_watchers WHERE task_id = ${taskId} AND NOT user_id = ANY(${userIds}::uuid[])`.execute(
    tx,
  );
  await sql`INSERT INTO task_watchers (task_id, user_id) SELECT ${taskId}, unnest(${userIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}
