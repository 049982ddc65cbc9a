import { sql } from "kysely";
import type { Database } from "../../tables.ts";

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;

/** A task, whoever asks: `accessTask` decides who may. */
export function findTask(db: Database, taskId: string) {
  return db
    .selectFrom("tasks")
    .select([
      "id",
      "title",
      "description",
      "status",
      "priority",
      // As text: a day must not move with the server's time zone.
      sql<string | null>`to_char(due_date, 'YYYY-MM-DD')`.as("due_date"),
      "created_by",
      "assignee_id",
      "department_id",
      "source_message_id",
      "sent_hash",
      "created_at",
      "updated_at",
    ])
    .where("id", "=", taskId)
    .executeTakeFirst();
}
