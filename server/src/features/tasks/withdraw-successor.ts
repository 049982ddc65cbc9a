import { daySchema, idSchema } from "@atoll/contract/identifiers";
import { recurrenceSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../tables.ts";
import { type HeldTask, recurrenceColumns } from "./fields.ts";

const successorSchema = z.object({ id: idSchema, day: daySchema });

/**
 * Takes away the next one of a series, which was made by finishing the one before, and gives that its recurrence back.
 * Where somebody has changed the next one since, both stay as they are: the series goes on there.
 */
export async function withdrawSuccessor(
  tx: Database,
  head: HeldTask,
  { before, after }: { before: unknown; after: unknown },
): Promise<boolean> {
  const { id } = successorSchema.parse(after);
  const { rows } = await sql`DELETE FROM tasks t WHERE id = ${id} AND deleted_at IS NULL AND version = 1
    AND comment_count = 0 AND NOT EXISTS (SELECT FROM tasks part WHERE part.parent_id = t.id
      AND (part.version > 1 OR part.comment_count > 0
        -- Somebody added one.
        OR NOT EXISTS (SELECT FROM task_changes c WHERE c.task_id = part.id AND c.field = 'created'
          AND c.after ? 'from')))
    RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  await tx
    .updateTable("tasks")
    .set(recurrenceColumns(recurrenceSchema.parse(before)))
    .where("id", "=", head.id)
    .execute();
  return true;
}

/** Whether what was created came about by itself, as the next one of a series or a part of it. */
export function isRepetition({ after }: { after: unknown }): boolean {
  return z.object({ from: idSchema }).safeParse(after).success;
}

/** What comes again is counted from a due date: where that was taken back, so is this. */
export async function dropRecurrenceWithoutDue(tx: Database, taskIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("tasks")
    .set(recurrenceColumns(null))
    .where("id", "in", taskIds)
    .where("due_date", "is", null)
    .where("recurrence", "is not", null)
    .execute();
}
