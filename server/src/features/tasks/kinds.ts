import type { TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { maxTaskFields } from "@atoll/contract/tasks/limits";
import { taskViewRules } from "@atoll/contract/tasks/list-search";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { isUuid } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { filesReadWith, placedIn, type ReadableRows, searchSource } from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type {
  RequestViewer,
  SliceContext,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
  SliceViewPlace,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastTasks } from "./changes/task-changes.ts";
import { moveCycles } from "./cycles/set-cycles.ts";
import { dueColumns } from "./due-columns.ts";
import { lockFieldSets, readFieldSets } from "./own-fields/field-sets.ts";
import { compileSets, retireBroken, storeCompiled } from "./own-fields/formulas.ts";
import { isReadable, taskFileKind } from "./readable.ts";
import { audiencesOf, everybodysRoom } from "./rooms.ts";
import { moveStateList } from "./states/set-states.ts";
import { presentState, stateOfTask } from "./states/state-lists.ts";

const taskRows: ReadableRows<RequestViewer> = { table: "tasks", alias: "t", isReadable };

/** The files of tasks, readable with the task. Specification, section 7 (bucket task-attachments). */
export const taskFiles: FileKind<RequestViewer> = filesReadWith(taskRows, {
  kind: taskFileKind,
  bucket: "task-attachments",
  isForGuests: true,
});

const { department: _department, ...withoutDepartment } = taskViewRules;

/** All tasks, and the tasks of one department, whose ID is the section. */
export const taskViews: SliceViewPlace = {
  kind: "tasks",
  async rulesOf(_db, { departments }, section) {
    if (section === "") return taskViewRules;
    return departments.some(({ id }) => id === section) ? withoutDepartment : undefined;
  },
};

/** Makes tasks searchable by their titles, descriptions and tags. */
export const taskSource: SliceSearchSource = searchSource(taskRows, {
  kind: "task",
  // The parts that people have in a task, as in `isReadable`. Readers of a task also find its sub-tasks.
  narrow: (viewer) =>
    canManageTasks(viewer)
      ? undefined
      : {
          marks: [`/p${viewer.id}`, "/part", ...viewer.departments.map(({ id }) => `/d${id}`)],
          ids: sql`SELECT watching.task_id FROM task_watchers watching WHERE watching.user_id = ${viewer.id}`,
        },
  select: (tx: Database) =>
    tx
      .selectFrom("tasks as t")
      .select(["t.id", "t.title", "t.description", "t.tags", "t.fields", "t.status", "t.priority"])
      .select(dueColumns)
      .select(stateOfTask.as("state"))
      .select(["t.created_by", "t.assignee_id", "t.department_id", "t.comment_count", "t.created_at"]),
  load: ({ people }: SliceContext, rows) => people.of(rows.flatMap(({ assignee_id }) => assignee_id ?? [])),
  hit: (row, known) => ({
    title: row.title,
    text: [row.description, ...wordsIn(row.fields)].filter(Boolean).join("\n"),
    tags: row.tags,
    at: row.created_at.toISOString(),
    personId: row.created_by,
    departmentIds: row.department_id === null ? [] : [row.department_id],
    link: `/tasks?task=${row.id}`,
    detail: {
      kind: "task",
      status: row.status,
      state: presentState(row.state),
      priority: row.priority,
      dueDate: row.due_date,
      assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
      commentCount: row.comment_count,
    },
  }),
});

/** The texts and choices in the fields of a task, as the index has them. */
function wordsIn(fields: TaskFieldValues): string[] {
  return Object.values(fields)
    .flat()
    .filter((value) => typeof value === "string")
    .filter((value) => !isUuid(value));
}

const open = ["todo", "in_progress", "in_review"] as const;

/**
 * Open tasks that somebody has created or is assigned to: without an heir, nobody would see them any more. A bot gives up
 * all of its tasks, because its next owner would see them.
 */
export const ownedTasks: SliceOwnedKind = {
  kind: "open tasks",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where((eb) => eb.or([eb("created_by", "=", userId), eb("assignee_id", "=", userId)]))
      .where("status", "in", open)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const isOfBot = sql<boolean>`EXISTS (SELECT FROM bots WHERE id = ${fromUserId})`;
    const rows = await tx
      .selectFrom("tasks")
      .select("id")
      .where((eb) => eb.or([eb("created_by", "=", fromUserId), eb("assignee_id", "=", fromUserId)]))
      .where((eb) => eb.or([eb("status", "in", open), isOfBot]))
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    const heirOf = (column: "created_by" | "assignee_id") =>
      sql<string>`CASE WHEN ${sql.ref(column)} = ${fromUserId} THEN ${toUserId}::uuid ELSE ${sql.ref(column)} END`;
    await tx
      .updateTable("tasks")
      .set((eb) => ({
        created_by: heirOf("created_by"),
        assignee_id: heirOf("assignee_id"),
        version: eb("version", "+", 1),
      }))
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    return ids;
  },
  async broadcast(context, ids) {
    await broadcastTasks(context, ids);
  },
};

/** Maximum tasks per broadcast. */
const toldAtOnce = 100;

/**
 * Moves the tasks of a department to another, including deleted ones. The department's ID is also replaced in the
 * history, from which changes are undone.
 */
export const placedTasks: SlicePlacedKind = placedIn({
  kind: "tasks",
  rows: sql`tasks`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId} AND deleted_at IS NULL`,
  async move(tx, fromId, intoId) {
    // Before the tasks: writing a value takes the two locks in this order, also that of the states.
    const hasFields = await moveFieldSet(tx, fromId, intoId);
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM tasks WHERE department_id = ${fromId} ORDER BY id FOR UPDATE`.execute(tx);
    const hasStates = await moveStateList(tx, fromId, intoId);
    const hasCycles = await moveCycles(tx, fromId, intoId);
    const ids = rows.map(({ id }) => id);
    const parts = Array.from({ length: Math.ceil(ids.length / toldAtOnce) }, (_, index) =>
      ids.slice(index * toldAtOnce, (index + 1) * toldAtOnce),
    );
    const told: { part: string[]; before: Awaited<ReturnType<typeof audiencesOf>> }[] = [];
    for (const part of parts) told.push({ part, before: await audiencesOf(tx, part) });
    // In parts: each task computes its formulas, and all of them in one statement would exceed its timeout.
    for (const part of parts)
      await sql`UPDATE tasks SET department_id = ${intoId}, version = version + 1
        WHERE id = ANY(${part}::uuid[])`.execute(tx);
    for (const column of ["before", "after"]) {
      await sql`UPDATE object_changes SET ${sql.ref(column)} = to_jsonb(${intoId}::text)
        WHERE subject_kind = 'task' AND field = 'department' AND ${sql.ref(column)} = to_jsonb(${fromId}::text)`.execute(
        tx,
      );
    }
    return async (context) => {
      if (hasFields)
        context.realtime.sendToOthers(everybodysRoom, [], "task-fields.changed", { isRewritten: false });
      if (hasStates) context.realtime.sendToOthers(everybodysRoom, [], "task-states.changed", {});
      if (hasCycles)
        context.realtime.sendToOthers(everybodysRoom, [], "task-cycles.changed", { isRewritten: true });
      for (const { part, before } of told) await broadcastTasks(context, part, before);
    };
  },
});

/** The reports of cycles, which are lost with their department. They move together with the tasks. */
export const placedCycles: SlicePlacedKind = placedIn({
  kind: "past cycles",
  rows: sql`task_cycles`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId} AND ended_at IS NOT NULL`,
  move: async () => undefined,
});

/**
 * Appends the fields of a department to those of the one that takes its tasks. Beyond the limit they are retired.
 * @returns whether there are any.
 */
async function moveFieldSet(tx: Database, fromId: string, intoId: string): Promise<boolean> {
  await lockFieldSets(tx, "to change");
  const sets = await readFieldSets(tx);
  const from = sets.find(({ departmentId }) => departmentId === fromId);
  if (!from) return false;
  const into = sets.find(({ departmentId }) => departmentId === intoId);
  const fields = [...(into?.fields ?? [])];
  for (const field of from.fields) {
    const shown = fields.filter(({ isRetired }) => !isRetired).length;
    fields.push(shown >= maxTaskFields ? { ...field, isRetired: true } : field);
  }
  await sql`DELETE FROM task_field_sets WHERE department_id = ${fromId}`.execute(tx);
  const others = sets.filter(({ departmentId }) => departmentId !== fromId && departmentId !== intoId);
  const merged = { departmentId: intoId, version: into?.version ?? 0, fields };
  // Tasks get the results when they move, and those that are there already by the job.
  await storeCompiled(tx, others, compileSets(retireBroken([...others, merged])));
  return true;
}
