import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";
import { removeCommentsOf } from "../comments/public.ts";
import { discardFilesOf } from "../files/public.ts";
import { taskFileKind } from "./readable.ts";

/** The product offers undo for minutes. An operator can restore rows for a week. */
const keptDays = 7;
const batchSize = 200;

/** Longer than any inbox entry is kept. */
const toldDays = 400;

/** Deletes rows for good: tasks deleted a while ago, and groups of tasks whose notifications have expired. */
export function taskSweeping(): Job<Tables> {
  return {
    name: "tasks.sweep-deleted",
    cron: "23 * * * *",
    async run({ tx, signal }) {
      while ((await sweepTasks(tx)) === batchSize) signal.throwIfAborted();
      await sql`DELETE FROM task_told_together WHERE at < now() - make_interval(days => ${toldDays})`.execute(
        tx,
      );
    },
  };
}

/** @returns how many tasks of a batch were deleted. */
export async function sweepTasks(tx: Database): Promise<number> {
  const gone = await tx
    .selectFrom("tasks")
    .select("id")
    .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${keptDays})`)
    .orderBy("deleted_at")
    .limit(batchSize)
    .forUpdate()
    .execute();
  for (const { id } of gone) await discardFilesOf(tx, { kind: taskFileKind, id });
  const ids = gone.map(({ id }) => id);
  await removeCommentsOf(tx, "task", ids);
  await sql`DELETE FROM tasks WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  return ids.length;
}
