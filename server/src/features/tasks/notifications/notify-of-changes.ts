import { openTaskStatuses } from "@atoll/contract/tasks/limits";
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
  if (doneIds.length > 0) await notifyTogether(tx, "task.done", actorId, await findFollowers(tx, doneIds));
  await notifyTogether(tx, "task.unblocked", actorId, await findUnblocked(tx, changes));
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

/**
 * Returns the people with open tasks that these changes have left without an open blocker: it was finished, archived or
 * deleted, or they wait for it no longer. A blocker that was closed before has held nothing up, so nobody hears of it.
 */
async function findUnblocked(tx: Database, changes: readonly FieldChange[]): Promise<Recipient[]> {
  const closedIds = changes.flatMap(({ subjectId, field, before, after }) =>
    field === "status" && isOpen(before) && !isOpen(after) ? [subjectId] : [],
  );
  const deletedIds = changes.flatMap(({ subjectId, field }) => (field === "deleted" ? [subjectId] : []));
  const removed = changes.flatMap(({ subjectId: blocked, field, before, after }) =>
    field === "blockedBy"
      ? idsIn(before)
          .filter((id) => !idsIn(after).includes(id))
          .map((blocker) => ({ blocked, blocker }))
      : [],
  );
  if (closedIds.length + deletedIds.length + removed.length === 0) return [];
  const { rows } = await sql<Recipient>`
    WITH closed AS (SELECT id FROM tasks
        WHERE id = ANY(${closedIds}::uuid[]) OR (id = ANY(${deletedIds}::uuid[]) AND status IN ${openStatuses})),
      freed AS (SELECT d.blocked_id AS id FROM closed JOIN task_dependencies d ON d.blocker_id = closed.id
        UNION SELECT removed.blocked
        FROM jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) AS removed (blocked uuid, blocker uuid)
        JOIN tasks o ON o.id = removed.blocker AND o.deleted_at IS NULL AND o.status IN ${openStatuses})
    SELECT t.id AS "taskId", coalesce(t.assignee_id, t.created_by) AS "personId"
    FROM freed JOIN tasks t ON t.id = freed.id
    WHERE t.deleted_at IS NULL AND t.status IN ${openStatuses}
      AND NOT EXISTS (SELECT FROM task_dependencies d JOIN tasks o ON o.id = d.blocker_id
        WHERE d.blocked_id = t.id AND o.deleted_at IS NULL AND o.status IN ${openStatuses})`.execute(tx);
  return rows;
}

const isOpen = (status: unknown) => openTaskStatuses.some((one) => one === status);
const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
