import { idSchema } from "@atoll/contract/identifiers";
import { type TaskStatus, undoSeconds } from "@atoll/contract/tasks/limits";
import { type Task, taskStatusSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { blockersOf, holdDependencies, setBlockers, waitsFor } from "./change-blockers.ts";
import { findAround, type TaskSources, tellOfTasks } from "./change-tasks.ts";
import { setWatchers, watchersOf } from "./change-watchers.ts";
import { columnsOf, type HeldTask, holdTasks, isSame, isTaskField, taskFields } from "./fields.ts";
import { freeRank, holdColumns } from "./ranks.ts";
import { audiencesOf } from "./rooms.ts";
import { takeBackPart } from "./take-back-part.ts";
import { retellOf } from "./told/tell-of-changes.ts";
import { dropRecurrenceWithoutDue, isRepetition, withdrawSuccessor } from "./withdraw-successor.ts";

/**
 * Takes back what the viewer changed at one go a moment ago, field by field, where it is still as they left it: what
 * somebody changed since stays as that person wanted it. The change leaves the history.
 * @returns the tasks that are there then.
 * @throws {AppError} `task_change_not_found` when it was not the viewer's, is too old or taken back already;
 *   `changed_meanwhile` when nothing of it is left to take back.
 */
export async function undoChange(
  sources: TaskSources,
  viewer: RequestViewer,
  changeId: string,
): Promise<Task[]> {
  const { touched, before } = await transact(sources.db, async (tx) => {
    const changes = await findChanges(tx, viewer, changeId);
    const ids = [...new Set(changes.map(({ task_id }) => task_id))];
    await holdColumns(tx, await statusesOf(tx, changes, ids));
    if (changes.some(({ field }) => field === "blockedBy")) await holdDependencies(tx);
    const tasks = new Map((await holdTasks(tx, ids)).map((task) => [task.id, task]));
    const audiences = await audiencesOf(tx, ids);
    let undone = 0;
    for (const change of changes) {
      const task = tasks.get(change.task_id);
      const others = changes.filter(({ task_id }) => task_id === change.task_id);
      // A place is one of a status: both are taken back together.
      const isWithStatus = change.field === "position" && others.some(({ field }) => field === "status");
      if (task && !isWithStatus && (await takeBack(tx, task, change, others))) undone += 1;
    }
    await dropRecurrenceWithoutDue(tx, ids);
    if (undone === 0) throw new AppError("changed_meanwhile");
    await tx
      .updateTable("task_changes")
      .set({ undone_at: sql`now()` })
      .where("change_id", "=", changeId)
      .execute();
    await tx
      .updateTable("tasks")
      .set({ version: sql`version + 1`, updated_at: sql`now()` })
      .where("id", "in", ids)
      .execute();
    await retellOf(tx, ids);
    return { touched: [...new Set([...ids, ...(await findAround(tx, ids))])], before: audiences };
  });
  return tellOfTasks(sources, touched, before);
}

type Kept = Awaited<ReturnType<typeof findChanges>>[number];

async function findChanges(tx: Database, viewer: RequestViewer, changeId: string) {
  const changes = await tx
    .selectFrom("task_changes")
    .select(["id", "task_id", "actor_id", "field", "before", "after"])
    .where("change_id", "=", changeId)
    .where("actor_id", "=", viewer.id)
    .where("undone_at", "is", null)
    .where("at", ">", sql<Date>`now() - make_interval(secs => ${undoSeconds})`)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (changes.length === 0) throw new AppError("task_change_not_found");
  return changes;
}

async function statusesOf(tx: Database, changes: Kept[], ids: string[]): Promise<HeldTask["status"][]> {
  if (!changes.some(({ field }) => field === "status" || field === "position")) return [];
  const { rows } = await sql<{
    status: HeldTask["status"];
  }>`SELECT status FROM tasks WHERE id = ANY(${ids}::uuid[])
    UNION SELECT before #>> '{}' FROM task_changes WHERE id = ANY(${changes.map(({ id }) => id)}::bigint[])
      AND field = 'status'`.execute(tx);
  return rows.map(({ status }) => status);
}

/** `others`: what else was changed about the task at the same go. */
async function takeBack(
  tx: Database,
  task: HeldTask,
  change: Kept,
  others: readonly Kept[],
): Promise<boolean> {
  const { field, before, after } = change;
  // The successor and its sub-tasks go with it, or stay with it.
  if (field === "successor") return withdrawSuccessor(tx, task, change);
  if (field === "created" && isRepetition(change)) return false;
  if (field === "created" || field === "deleted") {
    const isDeleted = field === "deleted";
    if ((task.deleted_at !== null) !== isDeleted) return false;
    await tx
      .updateTable("tasks")
      .set({ deleted_at: isDeleted ? null : sql`now()` })
      .where("id", "=", task.id)
      .execute();
    return true;
  }
  if (task.deleted_at !== null) return false;
  if (field === "watchers") {
    if (!isSame(await watchersOf(tx, task.id), after)) return false;
    await setWatchers(tx, task.id, idsIn(before));
    return true;
  }
  if (field === "blockedBy") {
    if (!isSame(await blockersOf(tx, task.id), after)) return false;
    for (const id of idsIn(before)) {
      if (await waitsFor(tx, id, task.id)) throw new AppError("task_loop");
    }
    await setBlockers(tx, task.id, idsIn(before));
    return true;
  }
  if (!isTaskField(field)) return takeBackPart(tx, change);
  if (!isSame(taskFields[field].read(task), after)) return false;
  const values: Record<string, unknown> = { [field]: before };
  const place = field === "status" ? others.find((other) => other.field === "position") : undefined;
  const wanted = field === "position" ? before : place?.before;
  if (typeof wanted === "string") {
    const status = field === "status" ? statusIn(before) : task.status;
    values.position = await freeRank(tx, status, task.id, wanted);
  }
  await tx.updateTable("tasks").set(columnsOf(values)).where("id", "=", task.id).execute();
  return true;
}

function statusIn(value: unknown): TaskStatus {
  return taskStatusSchema.parse(value);
}

function idsIn(value: unknown): string[] {
  return z.array(idSchema).parse(value);
}
