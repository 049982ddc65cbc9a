import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";

/** A person to notify of a task. */
export interface Recipient {
  taskId: string;
  personId: string;
}

/**
 * Notifies people of a change to several tasks, each once: about a single task by its title, and about several by their
 * number. See docs/decisions/069-changes-of-many-tasks-at-once.md.
 */
export async function notifyTogether(
  tx: Database,
  kind: NotificationKind,
  actorId: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const byPerson = Map.groupBy(recipients, ({ personId }) => personId);
  // The actor is not notified.
  byPerson.delete(actorId);
  const several = [...byPerson.values()].filter((batch) => batch.length > 1);
  const single = [...byPerson.values()].filter((batch) => batch.length === 1).flat();
  for (const [subjectId, batch] of Map.groupBy(single, ({ taskId }) => taskId))
    await notify(tx, { kind, subjectId, actorId, people: batch.map(({ personId }) => personId) });
  const before = await findTogether(
    tx,
    several.flat().map(({ taskId }) => taskId),
  );
  for (const batch of several) {
    const id = uuidv7();
    await storeBatch(tx, kind, id, batch);
    const people = batch.slice(0, 1).map(({ personId }) => personId);
    await notify(tx, { kind, subjectId: id, actorId, people });
  }
  await refreshNotifications(
    tx,
    before.map((subjectId) => ({ kind, subjectId })),
  );
}

/** Stores which tasks a notification is about, in one order: a concurrent change may do so for the same tasks. */
async function storeBatch(
  tx: Database,
  kind: NotificationKind,
  id: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const rows = recipients.map(({ taskId, personId }) => ({ id, kind, task_id: taskId, user_id: personId }));
  await tx
    .insertInto("task_told_together")
    .values(rows.toSorted((one, other) => (one.task_id < other.task_id ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(["task_id", "user_id", "kind"]).doUpdateSet({ id, at: sql`now()` }),
    )
    .execute();
}

/** Returns the notifications about several tasks that include these. */
export async function findTogether(tx: Database, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT id FROM task_told_together WHERE task_id = ANY(${[...taskIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}
