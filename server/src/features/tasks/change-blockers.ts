import { maxDependencies } from "@atoll/contract/tasks/limits";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { type Changing, changeTasks, type TaskSources } from "./change-tasks.ts";

interface Dependency {
  taskId: string;
  blockerId: string;
  changeId: string;
}

/**
 * Lets a task wait for another one.
 * @throws {AppError} as `changeTasks`, for either of them; `task_loop` when the other one waits for this one already,
 *   also by way of others; `too_many_dependencies`.
 */
export async function blockTask(
  sources: TaskSources,
  viewer: RequestViewer,
  { taskId, blockerId, changeId }: Dependency,
): Promise<void> {
  if (taskId === blockerId) throw new AppError("task_loop");
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId, blockerId] },
    async (changing) => {
      const before = await blockersOf(changing.tx, taskId);
      if (before.includes(blockerId)) return;
      if (before.length >= maxDependencies) throw new AppError("too_many_dependencies");
      if (await waitsFor(changing.tx, blockerId, taskId)) throw new AppError("task_loop");
      await noteBlockers(changing, taskId, before, [...before, blockerId].sort());
    },
    holdDependencies,
  );
}

/**
 * Lets a task no longer wait for another one.
 * @throws {AppError} as `changeTasks`.
 */
export async function unblockTask(
  sources: TaskSources,
  viewer: RequestViewer,
  { taskId, blockerId, changeId }: Dependency,
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId] },
    async (changing) => {
      const before = await blockersOf(changing.tx, taskId);
      if (!before.includes(blockerId)) return;
      changing.alsoTell([blockerId]);
      await noteBlockers(
        changing,
        taskId,
        before,
        before.filter((id) => id !== blockerId),
      );
    },
    holdDependencies,
  );
}

async function noteBlockers(
  { tx, note }: Changing,
  taskId: string,
  before: string[],
  after: string[],
): Promise<void> {
  await setBlockers(tx, taskId, after);
  note({ taskId, field: "blockedBy", before, after });
}

/** Two who say at once that each waits for the other would close a loop that neither sees. */
export async function holdDependencies(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll task dependencies'))`.execute(tx);
}

/** In the order of their ids. */
export async function blockersOf(tx: Database, taskId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("task_dependencies")
    .select("blocker_id")
    .where("blocked_id", "=", taskId)
    .orderBy("blocker_id")
    .execute();
  return rows.map(({ blocker_id }) => blocker_id);
}

/** Makes these what a task that is held waits for. */
export async function setBlockers(
  tx: Database,
  taskId: string,
  blockerIds: readonly string[],
): Promise<void> {
  await sql`DELETE FROM task_dependencies
    WHERE blocked_id = ${taskId} AND NOT blocker_id = ANY(${blockerIds}::uuid[])`.execute(tx);
  await sql`INSERT INTO task_dependencies (blocked_id, blocker_id)
    SELECT ${taskId}, id FROM tasks WHERE id = ANY(${blockerIds}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
  await tx
    .updateTable("tasks")
    .set({ version: sql`version + 1` })
    .where("id", "in", [taskId, ...blockerIds])
    .execute();
}

/** Whether a task waits for another one, straight or by way of others. */
export async function waitsFor(tx: Database, waitingId: string, wantedId: string): Promise<boolean> {
  const { rows } = await sql`WITH RECURSIVE waits (id) AS (
      SELECT blocker_id FROM task_dependencies WHERE blocked_id = ${waitingId}
      UNION SELECT d.blocker_id FROM waits JOIN task_dependencies d ON d.blocked_id = waits.id)
    SELECT FROM waits WHERE id = ${wantedId} LIMIT 1`.execute(tx);
  return rows.length > 0;
}
