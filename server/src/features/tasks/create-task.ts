import { createHash } from "node:crypto";
import pg from "pg";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { findTask, type TaskRow } from "./queries.ts";

export interface TaskToCreate {
  id: string;
  title: string;
  description: string;
  /** The creator may read it; that is checked before. */
  sourceMessageId: string | null;
}

/**
 * Creates a task: to do, of medium priority. The same one sent again, which is what happens when its answer was lost,
 * is answered again. Specification, sections 5 and 7 (tasks).
 * @throws {AppError} `task_id_taken` when the id belongs to something else; `message_not_found` when the message
 *   it was made from went meanwhile.
 */
export async function createTask(db: Database, creatorId: string, input: TaskToCreate): Promise<TaskRow> {
  const sentHash = hashOf(input);
  try {
    await db
      .insertInto("tasks")
      .values({
        id: input.id,
        title: input.title,
        description: input.description,
        created_by: creatorId,
        source_message_id: input.sourceMessageId,
        sent_hash: sentHash,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === "tasks_source_message_id_fkey")
      throw new AppError("message_not_found");
    throw error;
  }
  const row = await findTask(db, input.id);
  if (row?.created_by !== creatorId || !row.sent_hash.equals(sentHash)) throw new AppError("task_id_taken");
  return row;
}

function hashOf({ title, description, sourceMessageId }: TaskToCreate): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([title, description, sourceMessageId]))
    .digest();
}
