import { type Task, taskStatusSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { applyChange, type Changing } from "../../../platform/changes/apply-change.ts";
import { type Audiences, broadcastEach } from "../../../platform/changes/broadcast.ts";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { followUp } from "../follow-up.ts";
import { notifyOfChanges, refreshNotificationsOf } from "../notifications/notify-of-changes.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { presentTasks } from "../present.ts";
import { selectTasks } from "../queries.ts";
import { lockColumns } from "../ranks.ts";
import { isReadable } from "../readable.ts";
import { audiencesOf } from "../rooms.ts";
import { lockDependencies } from "./blockers.ts";
import { taskFields } from "./fields.ts";
import { type LockedTask, lockTasks } from "./locked-task.ts";
import { keepDateRules } from "./withdraw-successor.ts";

/** A change of tasks in progress. */
export type TaskChanging = Changing<Tables, RequestViewer, LockedTask, typeof taskFields>;

/** How tasks are changed, undone and broadcast. */
export const taskChanges: SliceChangeable<LockedTask, typeof taskFields, Task, RequestViewer> = {
  kind: "task",
  table: "tasks",
  fields: taskFields,
  errors: { notFound: "task_not_found", changeNotFound: "task_change_not_found" },
  lock: lockTasks,
  countReadable: countReadable({ table: "tasks", alias: "t", isReadable }),
  audiences: audiencesOf,
  broadcast: broadcastTasks,
  async show({ db, people }, viewer, ids) {
    return byId(await presentTasks(people, await selectThese(db, ids).where(isReadable(viewer)).execute()));
  },
  around(tx, changes) {
    const open = changes.filter(({ field }) => ["status", "created", "deleted", "successor"].includes(field));
    return findAround(
      tx,
      open.map(({ subjectId }) => subjectId),
      changes.flatMap(blockersIn),
    );
  },
  follow: (tx, changes, viewer) => followUp(tx, changes, viewer.id),
  notify: notifyOfChanges,
  withdraw: refreshNotificationsOf,
  async beforeUndo(tx, changes) {
    if (changes.some(({ field }) => ["fields", "status", "state", "department", "cycle"].includes(field)))
      await lockFieldSets(tx, "to read");
    const moved = changes.filter(({ field }) => field === "status" || field === "position");
    if (moved.length > 0) await lockColumns(tx, await statusesOf(tx, moved));
    if (changes.some(({ field }) => field === "blockedBy")) await lockDependencies(tx);
  },
  afterUndo: keepDateRules,
};

/** Calls `applyChange` for tasks. */
export function changeTasks(
  sources: ChangeSources,
  viewer: RequestViewer,
  request: { changeId: string; taskIds: readonly string[]; sent: unknown },
  work: (changing: TaskChanging, tasks: LockedTask[]) => Promise<void>,
  prepare?: (tx: Database) => Promise<void>,
): Promise<Task[]> {
  const { changeId, taskIds: ids, sent } = request;
  return applyChange(taskChanges, sources, viewer, { changeId, ids, sent: [ids, sent] }, work, prepare);
}

/** Sends these tasks to everyone who may read them, or could before. Call it after the commit. */
export async function broadcastTasks(
  { db, people, realtime }: ChangeSources,
  taskIds: readonly string[],
  before: Audiences = new Map(),
): Promise<ReadonlyMap<string, Task>> {
  const after = await audiencesOf(db, taskIds);
  return broadcastEach(
    taskIds,
    { before, after },
    {
      load: async (ids) =>
        byId(
          await presentTasks(people, await selectThese(db, ids).where("t.deleted_at", "is", null).execute()),
        ),
      changed: (rooms, task) => realtime.sendToOthers(rooms, [], "task.changed", { task }),
      gone: (rooms, except, taskId) => realtime.sendToOthers(rooms, except, "task.gone", { taskId }),
    },
  );
}

function byId(tasks: readonly Task[]): ReadonlyMap<string, Task> {
  return new Map(tasks.map((task) => [task.id, task]));
}

function selectThese(db: Database, taskIds: readonly string[]) {
  return selectTasks(db).where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`);
}

/** Returns the tasks whose count of blocked tasks changes with a change of dependencies. */
function blockersIn({ field, before, after }: FieldChange): unknown[] {
  return field === "blockedBy" ? [before, after].flat() : [];
}

/**
 * Returns the tasks that show a count about these: their parents, the tasks that they wait for, and those that wait for
 * them.
 */
async function findAround(
  tx: Database,
  taskIds: readonly string[],
  also: readonly unknown[],
): Promise<string[]> {
  if (taskIds.length + also.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT parent_id AS id FROM tasks WHERE id = ANY(${taskIds}::uuid[]) AND parent_id IS NOT NULL
    UNION SELECT blocked_id FROM task_dependencies WHERE blocker_id = ANY(${taskIds}::uuid[])
    UNION SELECT blocker_id FROM task_dependencies WHERE blocked_id = ANY(${taskIds}::uuid[])
    UNION SELECT id FROM tasks WHERE id = ANY(${also}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the columns of the board that an undo moves tasks between. */
async function statusesOf(tx: Database, changes: readonly FieldChange[]): Promise<LockedTask["status"][]> {
  const ids = changes.map(({ subjectId }) => subjectId);
  const { rows } = await sql<{ status: LockedTask["status"] }>`
    SELECT DISTINCT status FROM tasks WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  const before = changes.flatMap(({ field, before }) => (field === "status" ? [before] : []));
  return [...rows.map(({ status }) => status), ...before.map((value) => taskStatusSchema.parse(value))];
}
