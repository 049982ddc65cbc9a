import { sql } from "kysely";

/** When the tasks `t` are due. As text: a day must not move with the server's time zone. */
export const dueColumns = [
  sql<string | null>`to_char(t.due_date, 'YYYY-MM-DD')`.as("due_date"),
  sql<string | null>`to_char(t.due_time, 'HH24:MI')`.as("due_time"),
  "t.due_zone",
] as const;
