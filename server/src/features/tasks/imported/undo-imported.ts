import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { lockDependencies } from "../changes/blockers.ts";

/** SQL: the tasks that an import made. */
const made = (importId: string) => sql`(SELECT i.target_id FROM import_items i
  WHERE i.import_id = ${importId} AND i.kind IN ('task', 'subtask'))`;
/** SQL: the import made the thing `x`. */
const isOwn = (importId: string) =>
  sql`EXISTS (SELECT FROM import_items o WHERE o.target_id = x.id AND o.import_id = ${importId})`;

/** SQL: rows that people have added to tasks since an import, and the column that names the task. */
const added = (importId: string, since: Date) => [
  {
    ...{ from: sql`comments x`, task: sql`x.subject_id` },
    where: sql`x.subject_kind = 'task' AND x.deleted_at IS NULL AND NOT ${isOwn(importId)}`,
  },
  {
    ...{ from: sql`tasks x`, task: sql`x.parent_id` },
    where: sql`x.deleted_at IS NULL AND NOT ${isOwn(importId)}`,
  },
  { from: sql`task_time_entries x`, task: sql`x.task_id`, where: sql`x.created_at > ${since}` },
  { from: sql`task_timers x`, task: sql`x.task_id`, where: sql`true` },
  {
    ...{ from: sql`files x`, task: sql`x.subject_id` },
    where: sql`x.subject_kind = 'task' AND x.discarded_at IS NULL`,
  },
];

/** SQL: the import did not make the dependency `x`. */
const isOtherDependency = (importId: string) => sql`NOT EXISTS (SELECT FROM import_items o
  WHERE o.import_id = ${importId} AND o.kind IN ('dependency', 'kept dependency')
    AND o.target_id = x.blocked_id AND o.fingerprint = x.blocker_id::text)`;

/** SQL: rows that say that people have changed tasks since an import, or refer to them, and the column that names the task. */
const changed = (importId: string, since: Date) => [
  {
    ...{ from: sql`object_changes x`, task: sql`x.subject_id` },
    where: sql`x.subject_kind = 'task' AND x.at > ${since} AND x.undone_at IS NULL`,
  },
  {
    ...{ from: sql`comments x`, task: sql`x.subject_id` },
    where: sql`x.subject_kind = 'task' AND (x.edited_at > ${since} OR x.deleted_at > ${since}) AND ${isOwn(importId)}`,
  },
  { from: sql`task_dependencies x`, task: sql`x.blocked_id`, where: isOtherDependency(importId) },
  { from: sql`task_dependencies x`, task: sql`x.blocker_id`, where: isOtherDependency(importId) },
  { from: sql`idea_tasks x`, task: sql`x.task_id`, where: sql`true` },
  { from: sql`board_links x`, task: sql`x.task_id`, where: sql`true` },
  { from: sql`events x`, task: sql`x.task_id`, where: sql`true` },
];

/**
 * Counts what people have built on the tasks of an import: comments, sub-tasks, files and time that they added, and tasks
 * that they have changed, linked or made others wait for.
 */
export async function countBuiltOnTasks(tx: Database, importId: string, since: Date) {
  const additions = added(importId, since).map(
    ({ from, task, where }) =>
      sql`SELECT ${task} AS id FROM ${from} WHERE ${task} IN ${made(importId)} AND ${where}`,
  );
  const changes = changed(importId, since).map(
    ({ from, task, where }) =>
      sql`SELECT ${task} AS id FROM ${from} WHERE ${task} IN ${made(importId)} AND ${where}`,
  );
  const { rows } = await sql<{ added: number; changed: number }>`SELECT
    (SELECT count(*) FROM (${sql.join(additions, sql` UNION ALL `)}) a) AS added,
    (SELECT count(DISTINCT c.id) FROM (${sql.join(changes, sql` UNION ALL `)}) c)
      + (SELECT count(*) FROM comments x JOIN import_items i ON i.target_id = x.id
        WHERE i.import_id = ${importId} AND i.kind IN ('comment', 'part') AND (x.edited_at > ${since} OR x.deleted_at > ${since})
          AND x.subject_id NOT IN ${made(importId)})
      AS changed`.execute(tx);
  return rows[0] ?? { added: 0, changed: 0 };
}

/** SQL: the IDs of tasks that an undo of an import would keep, because people have built on them. */
export function selectBuiltOnTasks(importId: string, since: Date): RawBuilder<{ id: string }> {
  const signs = [...added(importId, since), ...changed(importId, since)].map(
    ({ from, task, where }) =>
      sql`SELECT ${task} AS id FROM ${from} WHERE ${task} IN ${made(importId)} AND ${where}`,
  );
  return sql`${sql.join(signs, sql` UNION `)} UNION SELECT x.subject_id FROM comments x
    JOIN import_items i ON i.target_id = x.id WHERE i.import_id = ${importId} AND i.kind IN ('comment', 'part')
      AND (x.edited_at > ${since} OR x.deleted_at > ${since})`;
}

/** Tasks that an undo has locked, each with its sub-tasks. */
interface JudgedTasks {
  /** Those that nobody has built on. They can be deleted. */
  freeIds: string[];
  kept: { id: string; title: string }[];
}

/**
 * Locks tasks and their sub-tasks, and decides which of them stay: all of a task with its sub-tasks, if people have built
 * on one of them. Nobody can build on the others until the end of the transaction.
 */
export async function judgeImportedTasks(
  tx: Database,
  importId: string,
  ids: readonly string[],
  since: Date,
): Promise<JudgedTasks> {
  await lockDependencies(tx);
  const { rows: locked } = await sql<{ id: string; parent_id: string | null; title: string }>`
    SELECT id, parent_id, title FROM tasks WHERE id = ANY(${[...ids]}::uuid[]) OR parent_id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx);
  const signs = [...added(importId, since), ...changed(importId, since)].map(
    ({ from, task, where }) => sql`EXISTS (SELECT FROM ${from} WHERE ${task} = t.id AND ${where})`,
  );
  const { rows: built } = await sql<{ id: string }>`SELECT t.id FROM tasks t
    WHERE t.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND (${sql.join(signs, sql` OR `)})`.execute(tx);
  const given = new Set(ids);
  const wholeOf = new Map(
    locked.map(({ id, parent_id }) => [id, parent_id !== null && given.has(parent_id) ? parent_id : id]),
  );
  const keptWholes = new Set(built.map(({ id }) => wholeOf.get(id)));
  const isKept = ({ id }: { id: string }) => keptWholes.has(wholeOf.get(id));
  const kept = locked.filter(isKept);
  // A task that is gone for good leaves an item that nothing else would take back.
  const there = new Set(locked.map(({ id }) => id));
  const freeIds = [
    ...locked.filter((one) => !isKept(one)).map(({ id }) => id),
    ...ids.filter((id) => !there.has(id)),
  ];
  return { freeIds, kept: kept.map(({ id, title }) => ({ id, title })) };
}

/** Deletes locked tasks for good, with their comments. The others that waited for them, or blocked them, get a new version. */
export async function deleteImportedTasks(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`WITH around AS (SELECT t.id FROM tasks t JOIN task_dependencies d ON t.id IN (d.blocked_id, d.blocker_id)
      WHERE (d.blocked_id = ANY(${[...ids]}::uuid[]) OR d.blocker_id = ANY(${[...ids]}::uuid[]))
        AND t.id <> ALL(${[...ids]}::uuid[])),
    others AS (SELECT id FROM tasks WHERE id IN (SELECT id FROM around) ORDER BY id FOR NO KEY UPDATE)
    UPDATE tasks SET version = version + 1 WHERE id IN (SELECT id FROM others)`.execute(tx);
  await sql`DELETE FROM tasks WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * Deletes comments that an import added to tasks of earlier ones, unless people have edited or deleted them since.
 * @returns the IDs of those that stay.
 */
export async function deleteImportedComments(
  tx: Database,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows: subjects } = await sql<{
    taskId: string;
  }>`SELECT DISTINCT subject_id AS "taskId" FROM comments
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  const taskIds = subjects.map(({ taskId }) => taskId);
  await sql`SELECT FROM tasks WHERE id = ANY(${taskIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT FROM comments WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows: kept } = await sql<{ id: string }>`SELECT id FROM comments
    WHERE id = ANY(${[...ids]}::uuid[]) AND (edited_at > ${since} OR deleted_at > ${since})`.execute(tx);
  const keptIds = kept.map(({ id }) => id);
  await sql`DELETE FROM comments WHERE id = ANY(${[...ids]}::uuid[]) AND id <> ALL(${keptIds}::uuid[])`.execute(
    tx,
  );
  await sql`UPDATE tasks t SET version = version + 1, comment_count = (SELECT count(*) FROM comments c
      WHERE c.subject_id = t.id AND c.subject_kind = 'task' AND c.deleted_at IS NULL)
    WHERE t.id = ANY(${taskIds}::uuid[])`.execute(tx);
  return keptIds;
}

/** Deletes dependencies that an import added between tasks of earlier ones. */
export async function deleteImportedDependencies(
  tx: Database,
  pairs: readonly { blockedId: string; blockerId: string }[],
): Promise<void> {
  await lockDependencies(tx);
  await sql`WITH gone AS (DELETE FROM task_dependencies d
      USING jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS x ("blockedId" uuid, "blockerId" uuid)
      WHERE d.blocked_id = x."blockedId" AND d.blocker_id = x."blockerId" RETURNING d.*),
    around AS (SELECT id FROM tasks WHERE id IN (SELECT blocked_id FROM gone UNION ALL SELECT blocker_id FROM gone)
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE tasks SET version = version + 1 WHERE id IN (SELECT id FROM around)`.execute(tx);
}
