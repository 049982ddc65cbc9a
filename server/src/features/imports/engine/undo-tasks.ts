import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import {
  deleteImportedComments,
  deleteImportedDependencies,
  deleteImportedStates,
  deleteImportedTasks,
  judgeImportedTasks,
} from "../../tasks/public.ts";
import type { ImportRow } from "./import-row.ts";
import { addLines } from "./lines.ts";

/** A task has up to a hundred sub-tasks, which are taken back with it. */
const tasksAtOnce = 50;
const recordsAtOnce = 300;

/**
 * Takes back tasks with everything that was made of them, in one step: what people build on a task in the meantime either
 * keeps it as a whole, or comes too late. Items of tasks that stay are kept, so that the same file adds nothing again.
 */
export async function undoTasks(tx: Database, { id, started_at }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`SELECT target_id FROM import_items
    WHERE import_id = ${id} AND kind = (SELECT max(kind) FROM import_items
      WHERE import_id = ${id} AND kind IN ('subtask', 'task'))
    ORDER BY target_id LIMIT ${sql.lit(tasksAtOnce)}`.execute(tx);
  if (rows.length === 0) return undoLoose(tx, id, started_at ?? new Date());
  const ids = rows.map(({ target_id }) => target_id);
  // Also the sub-tasks, which are decided on with their tasks.
  const { freeIds, kept } = await judgeImportedTasks(tx, id, ids, started_at ?? new Date());
  const keptIds = kept.map((task) => task.id);
  const { rows: places } = await sql<{
    target_id: string;
    place_key: string | null;
  }>`SELECT target_id, place_key
    FROM import_items WHERE import_id = ${id} AND kind IN ('task', 'subtask') AND target_id = ANY(${keptIds}::uuid[])`.execute(
    tx,
  );
  const placeOf = new Map(places.map(({ target_id, place_key }) => [target_id, place_key ?? ""]));
  await addLines(
    tx,
    id,
    "undoing",
    kept.flatMap((task) => {
      const placeKey = placeOf.get(task.id);
      return placeKey === undefined ? [] : [{ kind: "kept", placeKey, detail: task.title }];
    }),
  );
  await sql`UPDATE import_items SET kind = 'kept ' || kind
    WHERE import_id = ${id} AND kind NOT LIKE 'kept %' AND target_id = ANY(${await withComments(tx, keptIds)}::uuid[])`.execute(
    tx,
  );
  await sql`DELETE FROM import_items
    WHERE import_id = ${id} AND target_id = ANY(${await withComments(tx, freeIds)}::uuid[])`.execute(tx);
  // Those that waited for them. A dependency is an item of the task that waits.
  await sql`DELETE FROM import_items i USING task_dependencies d
    WHERE d.blocker_id = ANY(${freeIds}::uuid[]) AND i.import_id = ${id} AND i.target_id = d.blocked_id
      AND i.fingerprint = d.blocker_id::text AND i.kind IN ('dependency', 'kept dependency')`.execute(tx);
  await deleteImportedTasks(tx, freeIds);
  return true;
}

/** Returns the IDs of tasks, and of all comments on them. */
async function withComments(tx: Database, taskIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM comments
    WHERE subject_kind = 'task' AND subject_id = ANY(${[...taskIds]}::uuid[])`.execute(tx);
  return [...taskIds, ...rows.map(({ id }) => id)];
}

/** Takes back what an import added to tasks of earlier ones. */
async function undoLoose(tx: Database, importId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{
    target_id: string;
    fingerprint: string | null;
    kind: string;
    place_key: string | null;
  }>`
    SELECT target_id, fingerprint, kind, place_key FROM import_items
    WHERE import_id = ${importId} AND kind IN ('comment', 'part', 'dependency', 'refused dependency')
    ORDER BY kind, target_id LIMIT ${sql.lit(recordsAtOnce)}`.execute(tx);
  if (rows.length === 0) return false;
  const commentIds = rows.flatMap(({ kind, target_id }) =>
    kind === "comment" || kind === "part" ? target_id : [],
  );
  const keptIds = new Set(await deleteImportedComments(tx, commentIds, since));
  const kept = rows.filter(({ target_id }) => keptIds.has(target_id));
  await addLines(
    tx,
    importId,
    "undoing",
    kept.map(({ place_key }) => ({ kind: "kept", placeKey: place_key ?? "", detail: "a comment" })),
  );
  await deleteImportedDependencies(
    tx,
    rows.flatMap(({ kind, target_id, fingerprint }) =>
      kind === "dependency" && fingerprint ? { blockedId: target_id, blockerId: fingerprint } : [],
    ),
  );
  await sql`UPDATE import_items SET kind = 'kept ' || kind WHERE import_id = ${importId} AND kind IN ('comment', 'part')
    AND target_id = ANY(${[...keptIds]}::uuid[])`.execute(tx);
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.flatMap((row) => (row.kind === kind ? row.target_id : []));
    await sql`DELETE FROM import_items WHERE import_id = ${importId} AND kind = ${kind}
      AND target_id = ANY(${ids}::uuid[])`.execute(tx);
  }
  return true;
}

/** Takes back the states that were added to departments, unless somebody uses them. */
export async function undoStates(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string; place_key: string | null }>`DELETE FROM import_items
    WHERE import_id = ${id} AND kind = 'state' RETURNING target_id, place_key`.execute(tx);
  if (rows.length === 0) return false;
  const kept = await deleteImportedStates(
    tx,
    rows.map(({ target_id }) => target_id),
  );
  const placeOf = new Map(rows.map(({ target_id, place_key }) => [target_id, place_key ?? ""]));
  await addLines(
    tx,
    id,
    "undoing",
    kept.map((state) => ({ kind: "kept", placeKey: placeOf.get(state.id) ?? "", detail: state.name })),
  );
  return true;
}
