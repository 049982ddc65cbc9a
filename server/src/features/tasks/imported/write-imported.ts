import { isComputed } from "@atoll/contract/fields/field-schemas";
import type { Mention } from "@atoll/contract/mentions";
import { overdueFrom } from "@atoll/contract/tasks/due";
import type { TaskFieldSet, TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { maxDependencies, type TaskPriority, type TaskStatus } from "@atoll/contract/tasks/limits";
import type { Due } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { mergeValues } from "../../../platform/fields/check-values.ts";
import type { Database } from "../../../tables.ts";
import { zonesOf } from "../../identity/public.ts";
import { fieldsOf } from "../own-fields/field-sets.ts";
import { lockColumns, ranksOnArrival } from "../ranks.ts";
import type { ImportedFieldKind, ImportedTask } from "./imported-task.ts";

/** An imported task, with people, states and tasks by their IDs. */
export interface ReadyTask {
  id: string;
  parentId: string | null;
  authorId: string;
  title: string;
  description: string;
  status: TaskStatus;
  stateId: string | null;
  priority: TaskPriority;
  startsOn: string | null;
  due: Due | null;
  tags: string[];
  assigneeId: string | null;
  departmentId: string | null;
  estimateMinutes: number | null;
  fields: TaskFieldValues;
  at: Date;
  updatedAt: Date;
  completedAt: Date | null;
  watcherIds: string[];
  links: { url: string; name: string }[];
  spent: { personId: string; at: Date; minutes: number }[];
}

/**
 * Writes tasks of the past as they would be if they had been written here, at the end of their columns. They notify
 * nobody: what is overdue already counts as told.
 */
export async function writeImportedTasks(tx: Database, tasks: readonly ReadyTask[]): Promise<void> {
  if (tasks.length === 0) return;
  const byStatus = Map.groupBy(tasks, ({ status }) => status);
  await lockColumns(tx, byStatus.keys());
  // Sub-tasks name tasks that are inserted with them.
  const inOrder = tasks.toSorted(
    (one, other) => Number(one.parentId !== null) - Number(other.parentId !== null),
  );
  const ranks = new Map<string, string>();
  for (const [status, group] of byStatus) {
    const free = await ranksOnArrival(tx, status, group.length);
    for (const [index, { id }] of group.entries()) ranks.set(id, free[index] ?? "");
  }
  await tx
    .insertInto("tasks")
    .values(
      inOrder.map((task) => ({
        ...{ id: task.id, parent_id: task.parentId, created_by: task.authorId, title: task.title },
        ...{ description: task.description, status: task.status, state_id: task.stateId, tags: task.tags },
        ...{ priority: task.priority, assignee_id: task.assigneeId, department_id: task.departmentId },
        ...{ starts_on: task.startsOn, due_date: task.due?.date ?? null },
        due_time: task.due?.clock?.time ?? null,
        due_zone: task.due?.clock?.zone ?? null,
        due_at: task.due?.clock ? overdueFrom(task.due, task.due.clock.zone) : null,
        ...{ estimate_minutes: task.estimateMinutes, fields: JSON.stringify(task.fields) },
        ...{ created_at: task.at, updated_at: task.updatedAt, completed_at: task.completedAt },
        rank: ranks.get(task.id) ?? "",
        sent_hash: hashSent(task.id, task.title, task.at.getTime()),
      })),
    )
    .execute();
  const watchers = tasks.flatMap(({ id, watcherIds }) => watcherIds.map((personId) => ({ id, personId })));
  await sql`INSERT INTO task_watchers (task_id, user_id) SELECT x.id, x."personId"
    FROM jsonb_to_recordset(${JSON.stringify(watchers)}::jsonb) AS x (id uuid, "personId" uuid) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const links = tasks.flatMap((task) =>
    task.links.map(({ url, name }) => ({
      id: uuidv7(),
      task: task.id,
      by: task.authorId,
      url,
      name,
      at: task.at,
    })),
  );
  await sql`INSERT INTO task_links (id, task_id, added_by, url, filename, created_at)
    SELECT x.id, x.task, x.by, x.url, x.name, x.at FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      AS x (id uuid, task uuid, by uuid, url text, name text, at timestamptz)`.execute(tx);
  const entries = tasks.flatMap(({ id, spent }) =>
    spent.map(({ personId, minutes, at }) => ({ id: uuidv7(), task: id, person: personId, minutes, at })),
  );
  await sql`INSERT INTO task_time_entries (id, task_id, user_id, day, minutes, note, created_at)
    SELECT x.id, x.task, x.person, (x.at AT TIME ZONE 'UTC')::date, x.minutes, 'Imported', x.at
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS x (id uuid, task uuid, person uuid, minutes int, at timestamptz)`.execute(tx);
  await markOverdueTold(tx, tasks);
}

/** Marks tasks that are overdue, where their people live, as told. What is due later today is told tomorrow as usual. */
async function markOverdueTold(tx: Database, tasks: readonly ReadyTask[]): Promise<void> {
  const personOf = ({ assigneeId, authorId }: ReadyTask) => assigneeId ?? authorId;
  const zones = await zonesOf(tx, [...new Set(tasks.map(personOf))]);
  const now = new Date();
  const overdue = tasks.filter(
    (task) => task.due && overdueFrom(task.due, zones.get(personOf(task)) ?? "UTC") <= now,
  );
  await sql`INSERT INTO task_due_told (task_id, user_id, kind, due_date)
    SELECT t.id, a.id, 'task.overdue', t.due_date FROM tasks t JOIN accounts a ON a.id = coalesce(t.assignee_id, t.created_by)
    WHERE t.id = ANY(${overdue.map(({ id }) => id)}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
}

/** An imported comment, with people and tasks by their IDs. */
export interface ReadyComment {
  id: string;
  taskId: string;
  authorId: string;
  content: string;
  mentions: Mention[];
  at: Date;
  editedAt: Date | null;
}

/** Writes comments of the past on tasks. They notify nobody. */
export async function writeImportedComments(tx: Database, comments: readonly ReadyComment[]): Promise<void> {
  if (comments.length === 0) return;
  await tx
    .insertInto("comments")
    .values(
      comments.map(({ id, taskId, authorId, content, mentions, at, editedAt }) => ({
        ...{ id, subject_kind: "task", subject_id: taskId, author_id: authorId, content },
        ...{ mentions: JSON.stringify(mentions), created_at: at, edited_at: editedAt },
        sent_hash: hashSent(id, content),
      })),
    )
    .execute();
  await recount(
    tx,
    comments.map(({ taskId }) => taskId),
  );
}

/** Locks tasks in one order, and counts their comments again. */
async function recount(tx: Database, taskIds: readonly string[]): Promise<void> {
  const ids = [...new Set(taskIds)];
  await sql`SELECT FROM tasks WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`UPDATE tasks t SET version = version + 1, comment_count = (SELECT count(*) FROM comments c
      WHERE c.subject_id = t.id AND c.subject_kind = 'task' AND c.deleted_at IS NULL)
    WHERE t.id = ANY(${ids}::uuid[])`.execute(tx);
}

/** The outcome of writing a dependency. */
type DependencyOutcome = "added" | "there" | "loop" | "too_many";

/** SQL: all dependencies; in a dry run also those that it has tried, whose tasks were rolled back. */
const allDependencies = (trialSource: string | undefined) =>
  trialSource === undefined
    ? sql`task_dependencies`
    : sql`(SELECT blocked_id, blocker_id FROM task_dependencies UNION ALL
        SELECT target_id, fingerprint::uuid FROM import_items WHERE source = ${trialSource} AND kind = 'dependency')`;

/**
 * Writes that a task waits for another one, unless they would wait for each other for ever, or one of them has too many.
 * The caller has locked dependencies and the tasks, and writes one after the other: each is judged with those before it.
 * @param trialSource of the items of a dry run, which writes nothing.
 */
export async function writeImportedDependency(
  tx: Database,
  { blockedId, blockerId }: { blockedId: string; blockerId: string },
  trialSource?: string,
): Promise<DependencyOutcome> {
  if (blockedId === blockerId) return "loop";
  const all = allDependencies(trialSource);
  const { rows } = await sql<{ is_there: boolean; is_loop: boolean; is_full: boolean }>`SELECT
    EXISTS (SELECT FROM ${all} d WHERE d.blocked_id = ${blockedId} AND d.blocker_id = ${blockerId}) AS is_there,
    EXISTS (WITH RECURSIVE up (id) AS (SELECT ${blockerId}::uuid
        UNION SELECT d.blocker_id FROM up JOIN ${all} d ON d.blocked_id = up.id)
      SELECT FROM up WHERE id = ${blockedId}) AS is_loop,
    greatest((SELECT count(*) FROM ${all} d WHERE d.blocked_id = ${blockedId}),
      (SELECT count(*) FROM ${all} d WHERE d.blocker_id = ${blockerId})) >= ${sql.lit(maxDependencies)} AS is_full`.execute(
    tx,
  );
  const [found] = rows;
  if (found?.is_there) return "there";
  if (found?.is_loop) return "loop";
  if (found?.is_full) return "too_many";
  if (trialSource !== undefined) return "added";
  await sql`INSERT INTO task_dependencies (blocked_id, blocker_id) VALUES (${blockedId}, ${blockerId})`.execute(
    tx,
  );
  // Both show how many tasks they wait for, or block.
  await sql`UPDATE tasks SET version = version + 1 WHERE id IN (${blockedId}, ${blockerId})`.execute(tx);
  return "added";
}

/** Locks the tasks of dependencies in one order. Returns the IDs of those that are there. */
export async function lockImportedTasks(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM tasks
    WHERE id = ANY(${[...ids]}::uuid[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the tasks among these that are there, with what their sub-tasks need. */
export async function findImportedTasks(tx: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { rows } = await sql<{
    id: string;
    parentId: string | null;
    departmentId: string | null;
    status: TaskStatus;
    parts: number;
  }>`
    SELECT t.id, t.parent_id AS "parentId", t.department_id AS "departmentId", t.status,
      (SELECT count(*) FROM tasks s WHERE s.parent_id = t.id AND s.deleted_at IS NULL) AS parts
    FROM tasks t WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.deleted_at IS NULL FOR KEY SHARE OF t`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const fitting: Readonly<Record<ImportedFieldKind, readonly string[]>> = {
  text: ["text", "link", "choice"],
  number: ["number"],
  date: ["date"],
  checkbox: ["checkbox"],
  choice: ["choice", "text"],
};

/**
 * Pure: the values of fields of the company's own that have the names and kinds of those of the source, and the ones for
 * which there is no such field, or that do not fit it.
 */
export function matchImportedFields(
  sets: readonly TaskFieldSet[],
  departmentId: string | null,
  given: ImportedTask["fields"],
) {
  const fields = fieldsOf(sets, departmentId).filter((field) => !isComputed(field));
  let values: TaskFieldValues = {};
  const filled = new Set<string>();
  const left: { field: ImportedTask["fields"][number]; why: "field_unmatched" | "value_unmatched" }[] = [];
  for (const one of given) {
    const field = fields.find(
      ({ label, kind }) =>
        label.toLowerCase() === one.label.trim().toLowerCase() && fitting[one.kind].includes(kind),
    );
    // A second value has no room in the field, unless it is the same.
    if (!field || (filled.has(field.name) && values[field.name] !== one.value)) {
      left.push({ field: one, why: field ? "value_unmatched" : "field_unmatched" });
      continue;
    }
    try {
      values = mergeValues({ code: "task_field_wrong", path: "fields" }, fields, values, {
        [field.name]: one.value,
      });
      filled.add(field.name);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      left.push({ field: one, why: "value_unmatched" });
    }
  }
  return { values, left };
}
