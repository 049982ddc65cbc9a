import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** Locks all dependencies. Without this, two people who add the two halves of a loop at once would both succeed. */
export async function lockDependencies(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll task dependencies'))`.execute(tx);
}

/** Returns the tasks that a task waits for, in the order of their IDs. */
export async function blockersOf(tx: Database, taskId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("task_dependencies")
    .select("blocker_id")
    .where("blocked_id", "=", taskId)
    .orderBy("blocker_id")
    .execute();
  return rows.map(({ blocker_id }) => blocker_id);
}

/** Returns how many tasks wait for a task. */
export async function countBlocked(tx: Database, taskId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("task_dependencies")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("blocker_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sets the tasks that a locked task waits for. Those tasks get a new version, because they show how many tasks they
 * block.
 */
export async function setBlockers(
  tx: Database,
  taskId: string,
  blockerIds: readonly string[],
): Promise<void> {
  await sql`WITH gone AS (DELETE FROM task_dependencies
      WHERE blocked_id = ${taskId} AND NOT blocker_id = ANY(${blockerIds}::uuid[]) RETURNING blocker_id),
    added AS (INSERT INTO task_dependencies (blocked_id, blocker_id)
      SELECT ${taskId}, id FROM tasks WHERE id = ANY(${blockerIds}::uuid[])
      ON CONFLICT DO NOTHING RETURNING blocker_id),
    others AS (SELECT id FROM tasks
      WHERE id IN (SELECT blocker_id FROM gone UNION ALL SELECT blocker_id FROM added) ORDER BY id FOR UPDATE)
    UPDATE tasks SET version = version + 1 WHERE id IN (SELECT id FROM others)`.execute(tx);
}

/** Returns whether a task waits for another one, directly or through others. */
export async function waitsFor(tx: Database, waitingId: string, wantedId: string): Promise<boolean> {
  const { rows } = await sql`WITH RECURSIVE waits (id) AS (
      SELECT blocker_id FROM task_dependencies WHERE blocked_id = ${waitingId}
      UNION SELECT d.blocker_id FROM waits JOIN task_dependencies d ON d.blocked_id = waits.id)
    SELECT FROM waits WHERE id = ${wantedId} LIMIT 1`.execute(tx);
  return rows.length > 0;
}
