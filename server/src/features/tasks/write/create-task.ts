import { maxSubtasks, type TaskStatus } from "@atoll/contract/tasks/limits";
import { canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import type { Recurrence } from "@atoll/contract/tasks/recurrence";
import type { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { createOnce, hashSent, insertNew, isSentAgain, type Sent } from "../../../platform/create-once.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertAssignable, assertOwnDepartment } from "../assignable.ts";
import { columnsOf } from "../changes/columns.ts";
import { broadcastTasks } from "../changes/task-changes.ts";
import { assertCycle } from "../cycles/cycle-queries.ts";
import { notifyTogether } from "../notifications/notify-together.ts";
import { lockFieldSets, mergeFields, readFieldSets } from "../own-fields/field-sets.ts";
import { lockColumns, ranksOnArrival } from "../ranks.ts";
import { isReadable } from "../readable.ts";
import { readStateLists, stateFor } from "../states/state-lists.ts";
import { assertStartsInTime } from "./set-fields.ts";

export type TaskToCreate = z.output<typeof newTaskSchema>;

/**
 * Creates a task at the end of its column. A repeated request, sent when the response was lost, gets the same response.
 * Specification, sections 5 and 7 (tasks).
 * @throws {AppError} `task_id_taken` if the ID belongs to something else; `message_not_found` if the source message has
 *   since been deleted; `task_not_found` and `too_many_subtasks` for the parent; `assignee_unavailable`,
 *   `department_not_found`, `task_start_after_due`, `recurrence_without_due`, `recurrence_of_part`, `task_field_wrong`, `task_state_wrong`,
 *   `task_cycle_wrong`.
 */
export async function createTask(
  sources: ChangeSources,
  viewer: RequestViewer,
  input: TaskToCreate,
): Promise<void> {
  const isNew = await transact(sources.db, (tx) => insertTask(tx, viewer, input));
  const parts = input.subtasks.map(({ id }) => id);
  if (isNew) await broadcastTasks(sources, [input.id, ...(input.parentId ? [input.parentId] : []), ...parts]);
}

/**
 * Creates a task with its sub-tasks within a transaction of another slice, which calls `broadcastTasks` after the commit.
 * @returns whether the task is new.
 */
export async function insertTask(tx: Database, viewer: TaskViewer, input: TaskToCreate): Promise<boolean> {
  const parts = input.subtasks.map(
    (part): TaskToCreate => ({
      ...part,
      ...{ parentId: input.id, departmentId: input.departmentId, subtasks: [], fields: {} },
      ...{ status: "todo", stateId: null, recurrence: null, sourceMessageId: null },
      startsOn: null,
      cycleId: null,
    }),
  );
  await lockFieldSets(tx, "to read");
  if (!(await insertOne(tx, viewer, input, parts.length > 0 ? ["todo"] : []))) return false;
  for (const part of parts) if (!(await insertOne(tx, viewer, part, []))) throw new AppError("task_id_taken");
  const all = [input, ...parts];
  // One change, which is undone as a whole.
  await storeChanges(
    tx,
    { kind: "task", changeId: input.id, actorId: viewer.id },
    all.map(({ id }) => ({ subjectId: id, field: "created", before: null, after: true })),
  );
  const assigned = all.flatMap(({ id, assigneeId }) =>
    assigneeId ? [{ taskId: id, personId: assigneeId }] : [],
  );
  await notifyTogether(tx, "task.assigned", viewer.id, assigned);
  return true;
}

/** @param alsoStatuses columns that are locked with that of the task, because others follow it in the transaction. */
async function insertOne(
  tx: Database,
  viewer: TaskViewer,
  input: TaskToCreate,
  alsoStatuses: readonly TaskStatus[],
): Promise<boolean> {
  const { id } = input;
  const sent = { byId: viewer.id, hash: hashSent(contentOf(input)) };
  const find = () =>
    tx.selectFrom("tasks").select(["created_by", "sent_hash"]).where("id", "=", id).executeTakeFirst();
  const sentOf = (task: { created_by: string; sent_hash: Buffer }) => ({
    byId: task.created_by,
    hash: task.sent_hash,
  });
  const recurrence = newSeries(input);
  assertStartsInTime(input.startsOn, input.due);
  const isFilled = Object.keys(input.fields).length > 0;
  if (isFilled || input.stateId !== null || input.cycleId !== null) {
    // A repeated request is not judged again: its values may no longer fit.
    const there = await find();
    if (there && isSentAgain(sentOf(there), sent)) return false;
  }
  const fields = isFilled
    ? await mergeFields(tx, await readFieldSets(tx), input.departmentId, {}, input.fields)
    : {};
  if (input.cycleId) await assertCycle(tx, viewer, input.cycleId, [input.departmentId]);
  const stateId = stateFor(await readStateLists(tx), input.departmentId, input.status, input.stateId);
  await lockColumns(tx, [input.status, ...alsoStatuses]);
  const { isNew } = await createOnce(sent, {
    insert: () =>
      rejectViolation(insertRow(tx, { ...input, recurrence, fields, stateId }, sent), {
        tasks_source_message_id_fkey: "message_not_found",
        tasks_parent_id_fkey: "task_not_found",
        tasks_assignee_id_fkey: "assignee_unavailable",
        tasks_department_id_fkey: "department_not_found",
      }),
    find,
    sentOf,
    taken: "task_id_taken",
  });
  if (!isNew) return false;
  if (input.assigneeId) await assertAssignable(tx, [input.assigneeId]);
  if (input.departmentId) assertOwnDepartment(viewer, canManageTasks(viewer), input.departmentId);
  if (input.parentId) await assertTakesSubtask(tx, viewer, input.parentId);
  return true;
}

/**
 * The content that makes a request the same one. A request that an earlier version has answered had no own fields, no start,
 * no cycle, no estimate, no own state and no sub-tasks, so that they count only where there are any.
 */
function contentOf({
  id: _id,
  fields,
  estimateMinutes,
  stateId,
  startsOn,
  cycleId,
  subtasks,
  ...content
}: TaskToCreate) {
  return {
    ...content,
    ...(startsOn !== null && { startsOn }),
    ...(stateId !== null && { stateId }),
    ...(cycleId !== null && { cycleId }),
    ...(subtasks.length > 0 && { subtasks }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(estimateMinutes !== null && { estimateMinutes }),
  };
}

/** @returns whether the row was inserted: false if the ID exists already. */
async function insertRow(
  tx: Database,
  input: Omit<TaskToCreate, "recurrence"> & { recurrence: Recurrence | null },
  { byId, hash }: Sent,
): Promise<boolean> {
  const [rank = ""] = await ranksOnArrival(tx, input.status, 1);
  return insertNew(
    tx.insertInto("tasks").values({
      ...columnsOf({
        status: input.status,
        state: input.stateId,
        priority: input.priority,
        start: input.startsOn,
        due: input.due,
        tags: input.tags,
        assignee: input.assigneeId,
        department: input.departmentId,
        recurrence: input.recurrence,
        estimate: input.estimateMinutes,
        cycle: input.cycleId,
      }),
      id: input.id,
      title: input.title,
      description: input.description,
      fields: JSON.stringify(input.fields),
      rank,
      created_by: byId,
      parent_id: input.parentId,
      source_message_id: input.sourceMessageId,
      sent_hash: hash,
    }),
  );
}

/** Returns the recurrence of a new task, counted from its due date. */
function newSeries({ recurrence, due, parentId }: TaskToCreate): Recurrence | null {
  if (recurrence === null) return null;
  if (parentId !== null) throw new AppError("recurrence_of_part");
  if (due === null) throw new AppError("recurrence_without_due");
  return { ...recurrence, anchor: due.date, day: due.date };
}

/** Asserts that a task may have sub-tasks: a sub-task cannot. */
async function assertTakesSubtask(tx: Database, viewer: TaskViewer, parentId: string): Promise<void> {
  const parent = await tx
    .selectFrom("tasks as t")
    .select(["t.parent_id", countSubtasks().as("count")])
    .where("t.id", "=", parentId)
    .where(isReadable(viewer))
    .forUpdate("t")
    .executeTakeFirst();
  if (!parent || parent.parent_id !== null) throw new AppError("task_not_found");
  if (parent.count > maxSubtasks) throw new AppError("too_many_subtasks");
}

function countSubtasks(): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM tasks s WHERE s.parent_id = t.id AND s.deleted_at IS NULL)`;
}
