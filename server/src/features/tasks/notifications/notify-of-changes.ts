import { sql } from "kysely";
import type { FieldChange } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { refreshNotifications } from "../../notifications/public.ts";
import { openStatuses } from "../queries.ts";
import { taskKindNames } from "./notification-kinds.ts";
import { findTogether, notifyTogether, type Recipient } from "./notify-together.ts";

/** Notifies people of the changes that one transaction made to their tasks: each person once per kind. */
export async function notifyOfChanges(
  tx: Database,
  actorId: string,
  changes: readonly FieldChange[],
): Promise<void> {
  const assigned = changes.flatMap(({ subjectId, field, after }) =>
    field === "assignee" && typeof after === "string" ? [{ taskId: subjectId, personId: after }] : [],
  );
  const doneIds = changes.flatMap(({ subjectId, field, after }) =>
    field === "status" && after === "done" ? [subjectId] : [],
  );
  await notifyTogether(tx, "task.assigned", actorId, assigned);
  if (doneIds.length > 0) {
    await notifyTogether(tx, "task.done", actorId, await findFollowers(tx, doneIds));
    await notifyTogether(tx, "task.unblocked", actorId, await findUnblocked(tx, doneIds));
  }
  await refreshNotificationsOf(
    tx,
    changes.map(({ subjectId }) => subjectId),
  );
}

/** Updates or removes the notifications about these tasks, including those about several tasks. */
export async function refreshNotificationsOf(tx: Database, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const subjects = [...new Set([...taskIds, ...(await findTogether(tx, taskIds))])].flatMap((subjectId) =>
    taskKindNames.map((kind) => ({ kind, subjectId })),
  );
  await refreshNotifications(tx, subjects);
}

/** Returns the creators and watchers of these tasks and, if requested, their assignees. */
export async function findFollowers(
  tx: Database,
  taskIds: readonly string[],
  withAssignee = false,
): Promise<Recipient[]> {
  const ids = sql`ANY(${[...taskIds]}::uuid[])`;
  const { rows } = await sql<Recipient>`
    SELECT id AS "taskId", created_by AS "personId" FROM tasks WHERE id = ${ids}
    UNION SELECT task_id, user_id FROM task_watchers WHERE task_id = ${ids}
    UNION SELECT id, assignee_id FROM tasks WHERE id = ${ids} AND ${withAssignee} AND assignee_id IS NOT NULL`.execute(
    tx,
  );
  return rows;
}

/** Returns the people with tasks that waited only for these, which are now done. */
async function findUnblocked(tx: Database, blockerIds: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT DISTINCT t.id AS "taskId", coalesce(t.assignee_id, t.created_by) AS "personId"
    FROM task_dependencies waiting JOIN tasks t ON t.id = waiting.blocked_id
    WHERE waiting.blocker_id = ANY(${[...blockerIds]}::uuid[]) AND t.deleted_at IS NULL AND t.status IN ${openStatuses}
      AND NOT EXISTS (SELECT FROM task_dependencies d JOIN tasks o ON o.id = d.blocker_id
        WHERE d.blocked_id = t.id AND o.deleted_at IS NULL AND o.status IN ${openStatuses})`.execute(tx);
  return rows;
}
