import { daySchema, idSchema } from "@atoll/contract/identifiers";
import { recurrenceSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { z } from "zod";
import type { Undo } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { recurrenceColumns } from "./columns.ts";
import type { LockedTask } from "./locked-task.ts";

const successorSchema = z.object({ id: idSchema, day: daySchema });

/**
 * Deletes the next task of a series, which was created when the one before was finished, and gives that its recurrence
 * back. If someone has changed the next one since, both stay as they are and the series continues there.
 */
export const withdrawSuccessor: Undo<Database, LockedTask> = async ({ tx, change: { before, after } }) => {
  const { id } = successorSchema.parse(after);
  const { rows } = await sql`DELETE FROM tasks t WHERE id = ${id} AND deleted_at IS NULL AND version = 1
    AND comment_count = 0 AND NOT EXISTS (SELECT FROM tasks part WHERE part.parent_id = t.id
      AND (part.version > 1 OR part.comment_count > 0
        -- Somebody added one.
        OR NOT EXISTS (SELECT FROM object_changes c WHERE c.subject_id = part.id AND c.subject_kind = 'task'
          AND c.field = 'created' AND c.after ? 'from')))
    RETURNING id`.execute(tx);
  return rows.length === 0 ? undefined : recurrenceColumns(recurrenceSchema.parse(before));
};

/** Returns whether a task was created automatically, as the next one of a series or a part of it. */
export function isRepetition({ after }: { after: unknown }): boolean {
  return z.object({ from: idSchema }).safeParse(after).success;
}

/**
 * Restores what two fields of a task have to keep after one of them was undone: no recurrence without the due date from
 * which it is counted, and no start after the day on which it is due.
 */
export async function keepDateRules(tx: Database, taskIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("tasks")
    .set(recurrenceColumns(null))
    .where("id", "in", taskIds)
    .where("due_date", "is", null)
    .where("recurrence", "is not", null)
    .execute();
  await sql`UPDATE tasks SET starts_on = due_date
    WHERE id = ANY(${taskIds}::uuid[]) AND starts_on > due_date`.execute(tx);
}
