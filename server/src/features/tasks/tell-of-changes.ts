import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { retell, tell } from "../notifications/access.ts";
import type { Change } from "./fields.ts";
import { openStatuses } from "./queries.ts";
import { taskKindNames } from "./told.ts";

/** Tells people what was changed about their tasks, in its transaction. */
export async function tellOfChanges(
  tx: Database,
  actorId: string,
  changes: readonly Change[],
): Promise<void> {
  for (const { taskId: subjectId, field, after } of changes) {
    if (field === "assignee" && typeof after === "string")
      await tell(tx, { kind: "task.assigned", subjectId, actorId, people: [after] });
    if (field === "status" && after === "done") {
      await tell(tx, { kind: "task.done", subjectId, actorId, people: await findFollowers(tx, subjectId) });
      await tellUnblocked(tx, actorId, subjectId);
    }
  }
  await retellOf(
    tx,
    changes.map(({ taskId }) => taskId),
  );
}

/** What was told of these tasks may read differently now, or not at all. */
export async function retellOf(tx: Database, taskIds: readonly string[]): Promise<void> {
  const subjects = [...new Set(taskIds)].flatMap((subjectId) =>
    taskKindNames.map((kind) => ({ kind, subjectId })),
  );
  if (subjects.length > 0) await retell(tx, subjects);
}

/** Who made a task and who watches it; and, if wanted, who does it. */
export async function findFollowers(tx: Database, taskId: string, withAssignee = false): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT created_by AS id FROM tasks WHERE id = ${taskId}
    UNION SELECT user_id FROM task_watchers WHERE task_id = ${taskId}
    UNION SELECT assignee_id FROM tasks WHERE id = ${taskId} AND ${withAssignee} AND assignee_id IS NOT NULL`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Those who have a task that waited for this one alone. */
async function tellUnblocked(tx: Database, actorId: string, blockerId: string): Promise<void> {
  const { rows } = await sql<{ id: string; personId: string }>`
    SELECT t.id, coalesce(t.assignee_id, t.created_by) AS "personId"
    FROM task_dependencies waiting JOIN tasks t ON t.id = waiting.blocked_id
    WHERE waiting.blocker_id = ${blockerId} AND t.deleted_at IS NULL AND t.status IN ${openStatuses}
      AND NOT EXISTS (SELECT FROM task_dependencies d JOIN tasks o ON o.id = d.blocker_id
        WHERE d.blocked_id = t.id AND o.id <> ${blockerId} AND o.deleted_at IS NULL
          AND o.status IN ${openStatuses})`.execute(tx);
  for (const { id: subjectId, personId } of rows)
    await tell(tx, { kind: "task.unblocked", subjectId, actorId, people: [personId] });
}
