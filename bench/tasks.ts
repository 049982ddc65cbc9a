import { randomUUID } from "node:crypto";
import type pg from "pg";

const statuses = ["todo", "in_progress", "in_review", "done"] as const;

/** Writes tasks of one person straight into the database, the same number in each column, which others watch. */
export async function addTasks(
  client: pg.Client,
  creatorId: string,
  perColumn: number,
  watcherIds: readonly string[] = [],
): Promise<string[]> {
  const ids: string[] = [];
  for (const status of statuses) {
    const column = Array.from({ length: perColumn }, () => randomUUID());
    ids.push(...column);
    await client.query(
      `INSERT INTO tasks (id, title, description, status, rank, priority, tags, due_date, created_by, sent_hash)
       SELECT m.id, 'Task ' || m.n || ' of the ' || $2 || ' column, to be carried about', 'A note of a line or two.', $2,
         'd' || lpad(m.n::text, 4, '0'), 'medium', ARRAY['harbour', 'winter'], current_date + (m.n % 20)::int, $3, ''::bytea
       FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, n)`,
      [column, status, creatorId],
    );
  }
  await client.query(
    "INSERT INTO task_watchers (task_id, user_id) SELECT t, w FROM unnest($1::uuid[]) t, unnest($2::uuid[]) w",
    [ids, watcherIds],
  );
  return ids;
}
