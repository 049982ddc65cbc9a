import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastTasks } from "../changes/task-changes.ts";
import { audiencesOf } from "../rooms.ts";

/** Maximum tasks per broadcast. */
const toldAtOnce = 100;

/**
 * Moves the tasks of a department to another, including deleted ones. The department's ID is also replaced in the
 * history, from which changes are undone.
 */
export const placedTasks: PlacedKind<Database, SliceContext> = {
  kind: "tasks",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM tasks
      WHERE department_id = ${departmentId} AND deleted_at IS NULL`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM tasks WHERE department_id = ${fromId} ORDER BY id FOR UPDATE`.execute(tx);
    const ids = rows.map(({ id }) => id);
    const parts = Array.from({ length: Math.ceil(ids.length / toldAtOnce) }, (_, index) =>
      ids.slice(index * toldAtOnce, (index + 1) * toldAtOnce),
    );
    const told: { part: string[]; before: Awaited<ReturnType<typeof audiencesOf>> }[] = [];
    for (const part of parts) told.push({ part, before: await audiencesOf(tx, part) });
    await sql`UPDATE tasks SET department_id = ${intoId}, version = version + 1
      WHERE department_id = ${fromId}`.execute(tx);
    for (const column of ["before", "after"]) {
      await sql`UPDATE object_changes SET ${sql.ref(column)} = to_jsonb(${intoId}::text)
        WHERE subject_kind = 'task' AND field = 'department' AND ${sql.ref(column)} = to_jsonb(${fromId}::text)`.execute(
        tx,
      );
    }
    return async (context) => {
      for (const { part, before } of told) await broadcastTasks(context, part, before);
    };
  },
};
