import { maxTimeEntries } from "@atoll/contract/tasks/limits";
import type { newTimeEntrySchema } from "@atoll/contract/tasks/time-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { withoutRights } from "../../../platform/changes/changeable.ts";
import type { ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { taskFields } from "../changes/fields.ts";
import type { TimeItem } from "../changes/items.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { changeTasks, type TaskChanging, taskChanges } from "../changes/task-changes.ts";

interface Target {
  taskId: string;
  changeId: string;
}

/**
 * Changes of a person's own time, which ask for no right: who may no longer read the task has still worked on it, and
 * can correct what they have logged.
 */
export const ownTimeChanges: SliceChangeable<LockedTask, typeof taskFields, never, { id: string }> = {
  ...taskChanges,
  ...withoutRights,
  broadcast: async (...sending) => {
    await taskChanges.broadcast(...sending);
    return new Map<string, never>();
  },
};

/** A change of own time in progress. */
type OwnTimeChanging = Pick<TaskChanging, "tx" | "add" | "remove">;

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
  const sent = { time: entry };
  return changeTasks(sources, viewer, { changeId: id, taskIds: [taskId], sent }, async (changing, [task]) => {
    if (task) await insertTime(changing, task, { id, userId: viewer.id, ...entry });
  }).then(() => undefined);
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
 * @throws {AppError} `time_entry_not_found`, `change_id_taken`.
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
 * @throws {AppError} `time_entry_not_found`, `change_id_taken`.
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
  { id }: RequestViewer,
  { taskId, changeId }: Target,
  sent: unknown,
  work: (changing: OwnTimeChanging, task: LockedTask) => Promise<void>,
): Promise<void> {
  const ids = [taskId];
  await applyChange(
    ownTimeChanges,
    sources,
    { id },
    { changeId, ids, sent: [ids, { time: sent }] },
    async (changing, [task]) => {
      if (!task) throw new AppError("time_entry_not_found");
      await work(changing, task);
    },
  );
}

/** Returns whether the viewer has logged this entry on the task. */
export async function hasTime(
  db: Database,
  userId: string,
  target: { taskId: string; entryId: string },
): Promise<boolean> {
  return (await selectOwn(db, userId, target).executeTakeFirst()) !== undefined;
}

function selectOwn(db: Database, userId: string, { taskId, entryId }: { taskId: string; entryId: string }) {
  return db
    .selectFrom("task_time_entries")
    .select(["id", sql<string>`day::text`.as("day"), "minutes", "note"])
    .where("id", "=", entryId)
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId);
}

async function findOwn(
  tx: Database,
  userId: string,
  target: { taskId: string; entryId: string },
): Promise<TimeItem> {
  const row = await selectOwn(tx, userId, target).executeTakeFirst();
  if (!row) throw new AppError("time_entry_not_found");
  return { ...row, userId };
}
