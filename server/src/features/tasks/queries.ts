import { sql } from "kysely";
import type { Database } from "../../tables.ts";

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;

/** A task with the people in it, whoever asks: `accessTask` decides who may. */
export function findTask(db: Database, taskId: string) {
  return db
    .selectFrom("tasks as t")
    .innerJoin("profiles as p", "p.id", "t.created_by")
    .leftJoin("accounts as a", "a.id", "t.created_by")
    .leftJoin("profiles as ap", "ap.id", "t.assignee_id")
    .leftJoin("accounts as aa", "aa.id", "t.assignee_id")
    .select([
      "t.id",
      "t.title",
      "t.description",
      "t.status",
      "t.priority",
      // As text: a day must not move with the server's time zone.
      sql<string | null>`to_char(t.due_date, 'YYYY-MM-DD')`.as("due_date"),
      "t.created_by",
      "p.name as creator_name",
      "p.avatar_url as creator_avatar_url",
      "a.email as creator_email",
      "t.assignee_id",
      "ap.name as assignee_name",
      "ap.avatar_url as assignee_avatar_url",
      "aa.email as assignee_email",
      "t.department_id",
      "t.source_message_id",
      "t.sent_hash",
      "t.created_at",
      "t.updated_at",
    ])
    .where("t.id", "=", taskId)
    .executeTakeFirst();
}
