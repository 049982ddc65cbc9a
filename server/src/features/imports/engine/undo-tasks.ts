import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { deleteImportedComments, deleteImportedStates, deleteImportedTasks } from "../../tasks/public.ts";
import type { ImportRow } from "./import-row.ts";
import { addLines } from "./lines.ts";

const recordsAtOnce = 300;

/** Takes back comments and dependencies, then sub-tasks, then tasks: one kind at a time. */
export async function undoTasks(tx: Database, { id, started_at }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string; kind: string }>`SELECT target_id, kind FROM import_items
    WHERE import_id = ${id} AND kind = (SELECT min(kind) FROM import_items
      WHERE import_id = ${id} AND kind IN ('comment', 'dependency', 'part', 'subtask', 'task'))
    ORDER BY target_id LIMIT ${recordsAtOnce}`.execute(tx);
  const [first] = rows;
  if (!first) return false;
  const ids = rows.map(({ target_id }) => target_id);
  if (first.kind === "comment" || first.kind === "part") await deleteImportedComments(tx, ids);
  else if (first.kind === "dependency") await deleteDependencies(tx, id, ids);
  else {
    const keptIds = await deleteImportedTasks(tx, id, ids, started_at ?? new Date());
    await addLines(
      tx,
      id,
      "undoing",
      keptIds.map((detail) => ({ kind: "kept", detail })),
    );
  }
  await sql`DELETE FROM import_items WHERE import_id = ${id} AND kind = ${first.kind}
    AND target_id = ANY(${ids}::uuid[])`.execute(tx);
  return true;
}

async function deleteDependencies(tx: Database, importId: string, blockedIds: readonly string[]) {
  await sql`DELETE FROM task_dependencies d USING import_items i
    WHERE i.import_id = ${importId} AND i.kind = 'dependency' AND i.target_id = ANY(${[...blockedIds]}::uuid[])
      AND d.blocked_id = i.target_id AND d.blocker_id::text = i.fingerprint`.execute(tx);
}

/** Takes back the states that were added to departments, unless somebody uses them. */
export async function undoStates(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`DELETE FROM import_items
    WHERE import_id = ${id} AND kind = 'state' RETURNING target_id`.execute(tx);
  if (rows.length === 0) return false;
  const kept = await deleteImportedStates(
    tx,
    rows.map(({ target_id }) => target_id),
  );
  await addLines(
    tx,
    id,
    "undoing",
    kept.map((detail) => ({ kind: "kept", detail })),
  );
  return true;
}
