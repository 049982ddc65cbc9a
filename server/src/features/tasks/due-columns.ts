import { sql } from "kysely";

/** Due dates of the tasks `t`, as text: a day must not shift with the server's time zone. */
export const dueColumns = [
  sql<string | null>`to_char(t.due_date, 'YYYY-MM-DD')`.as("due_date"),
  sql<string | null>`to_char(t.due_time, 'HH24:MI')`.as("due_time"),
  "t.due_zone",
] as const;

/** The day on which the tasks `t` are planned to start, as text. */
export const startColumn = sql<string | null>`to_char(t.starts_on, 'YYYY-MM-DD')`.as("starts_on");
