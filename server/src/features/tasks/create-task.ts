import { createOnce, hashSent, type Sent } from "../../platform/create-once.ts";
import { orRefuse } from "../../platform/database/or-refuse.ts";
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
  const sent = { byId: creatorId, hash: hashSent(input.title, input.description, input.sourceMessageId) };
  const { row } = await createOnce(sent, {
    insert: () =>
      orRefuse(insertTask(db, input, sent), { tasks_source_message_id_fkey: "message_not_found" }),
    find: () => findTask(db, input.id),
    sentOf: (task) => ({ byId: task.created_by, hash: task.sent_hash }),
    taken: "task_id_taken",
  });
  return row;
}

/** @returns whether it was written: nothing is, where the id is there already. */
async function insertTask(db: Database, input: TaskToCreate, { byId, hash }: Sent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("tasks")
    .values({
      id: input.id,
      title: input.title,
      description: input.description,
      created_by: byId,
      source_message_id: input.sourceMessageId,
      sent_hash: hash,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
