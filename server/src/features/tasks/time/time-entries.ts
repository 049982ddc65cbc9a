import { maxTimeEntries } from "@atoll/contract/tasks/limits";
import type { newTimeEntrySchema } from "@atoll/contract/tasks/time-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { TimeItem } from "../changes/items.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { changeTasks, type TaskChanging } from "../changes/task-changes.ts";

interface Target {
  taskId: string;
  changeId: string;
}

/**
 * Logs time that the viewer has spent on a task.
 * @throws {AppError} as `changeTasks`; `too_many_time_entries`.
 */
export function addTime(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  { id, ...entry }: z.output<typeof newTimeEntrySchema>,
): Promise<void> {
  return writeTime(sources, viewer, { taskId, changeId: id }, entry, (changing, task) =>
    insertTime(changing, task, { id, userId: viewer.id, ...entry }),
  );
}

/** Adds an entry to a locked task, within a change of it. */
export async function insertTime(
  { tx, add }: Pick<TaskChanging, "tx" | "add">,
  task: LockedTask,
  entry: TimeItem,
): Promise<void> {
  const { count } = await tx
    .selectFrom("task_time_entries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("task_id", "=", task.id)
    .executeTakeFirstOrThrow();
  if (count >= maxTimeEntries) throw new AppError("too_many_time_entries");
  await add(task, "time", entry);
}

/**
 * Replaces an entry of the viewer's own by another one, so that an undo brings it back as it was.
 * @throws {AppError} as `changeTasks`; `time_entry_not_found`.
 */
export function changeTime(
  sources: ChangeSources,
  viewer: RequestViewer,
  target: Target & { entryId: string },
  entry: Omit<TimeItem, "id" | "userId">,
): Promise<void> {
  return writeTime(sources, viewer, target, { entryId: target.entryId, ...entry }, async (changing, task) => {
    const before = await findOwn(changing.tx, viewer.id, target);
    await changing.remove(task, "time", before);
    await changing.add(task, "time", { id: target.changeId, userId: viewer.id, ...entry });
  });
}

/**
 * Removes an entry of the viewer's own.
 * @throws {AppError} as `changeTasks`; `time_entry_not_found`.
 */
export function removeTime(
  sources: ChangeSources,
  viewer: RequestViewer,
  target: Target & { entryId: string },
): Promise<void> {
  return writeTime(sources, viewer, target, { remove: target.entryId }, async (changing, task) => {
    await changing.remove(task, "time", await findOwn(changing.tx, viewer.id, target));
  });
}

async function writeTime(
  sources: ChangeSources,
  viewer: RequestViewer,
  { taskId, changeId }: Target,
  sent: unknown,
  work: (changing: TaskChanging, task: LockedTask) => Promise<void>,
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent: { time: sent } },
    async (changing, [task]) => {
      if (task) await work(changing, task);
    },
  );
}

async function findOwn(
  tx: Database,
  userId: string,
  { taskId, entryId }: { taskId: string; entryId: string },
): Promise<TimeItem> {
  const row = await tx
    .selectFrom("task_time_entries")
    .select(["id", sql<string>`day::text`.as("day"), "minutes", "note"])
    .where("id", "=", entryId)
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) throw new AppError("time_entry_not_found");
  return { ...row, userId };
}
