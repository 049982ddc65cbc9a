import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** SQL: the tasks that an import made. */
const made = (importId: string) => sql`(SELECT i.target_id FROM import_items i
  WHERE i.import_id = ${importId} AND i.kind IN ('task', 'subtask'))`;
/** SQL: the thing `x` was not made by the import. */
const isOther = (importId: string) =>
  sql`NOT EXISTS (SELECT FROM import_items o WHERE o.target_id = x.id AND o.import_id = ${importId})`;

/** Counts what people have built on the tasks of an import: comments, sub-tasks and time added to them, and changed tasks. */
export async function countBuiltOnTasks(tx: Database, importId: string, since: Date) {
  const { rows } = await sql<{ added: number; changed: number }>`SELECT
    (SELECT count(*) FROM comments x WHERE x.subject_kind = 'task' AND x.deleted_at IS NULL
        AND x.subject_id IN ${made(importId)} AND ${isOther(importId)})
      + (SELECT count(*) FROM tasks x WHERE x.parent_id IN ${made(importId)} AND x.deleted_at IS NULL AND ${isOther(importId)})
      AS added,
    (SELECT count(DISTINCT c.subject_id) FROM object_changes c WHERE c.subject_kind = 'task' AND c.at > ${since}
        AND c.undone_at IS NULL AND c.subject_id IN ${made(importId)})
      + (SELECT count(*) FROM comments x JOIN import_items i ON i.target_id = x.id
        WHERE i.import_id = ${importId} AND i.kind IN ('comment', 'part') AND (x.edited_at > ${since} OR x.deleted_at > ${since}))
      AS changed`.execute(tx);
  return rows[0] ?? { added: 0, changed: 0 };
}

/**
 * Deletes tasks that an import made, for good, with their comments. Those with comments or sub-tasks of others, and those
 * that people have changed since, stay.
 * @returns the IDs of those that stay.
 */
export async function deleteImportedTasks(
  tx: Database,
  importId: string,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  await sql`SELECT FROM tasks WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`SELECT t.id FROM tasks t WHERE t.id = ANY(${[...ids]}::uuid[]) AND (
    EXISTS (SELECT FROM comments x WHERE x.subject_id = t.id AND x.subject_kind = 'task' AND x.deleted_at IS NULL
      AND ${isOther(importId)})
    OR EXISTS (SELECT FROM tasks x WHERE x.parent_id = t.id AND x.deleted_at IS NULL)
    OR EXISTS (SELECT FROM object_changes c WHERE c.subject_id = t.id AND c.subject_kind = 'task' AND c.at > ${since}
      AND c.undone_at IS NULL))`.execute(tx);
  const keptIds = rows.map(({ id }) => id);
  await sql`DELETE FROM tasks WHERE id = ANY(${[...ids]}::uuid[]) AND id <> ALL(${keptIds}::uuid[])`.execute(
    tx,
  );
  return keptIds;
}

/** Deletes comments that an import added to tasks. */
export async function deleteImportedComments(tx: Database, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ taskId: string }>`SELECT DISTINCT subject_id AS "taskId" FROM comments
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  const taskIds = rows.map(({ taskId }) => taskId);
  await sql`SELECT FROM tasks WHERE id = ANY(${taskIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`DELETE FROM comments WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  await sql`UPDATE tasks t SET version = version + 1, comment_count = (SELECT count(*) FROM comments c
      WHERE c.subject_id = t.id AND c.subject_kind = 'task' AND c.deleted_at IS NULL)
    WHERE t.id = ANY(${taskIds}::uuid[])`.execute(tx);
}
