import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** A message and what was said after it, as one source of an answer. */
const mostReplies = 12;
const mostAfter = 4;
/** Later messages are usually about something else. */
const soon = "45 minutes";
const longestMessage = 500;

export interface Said {
  authorId: string;
  content: string;
}

/**
 * Returns what was said after each of these messages: in its thread, or else next in its channel. The caller must have
 * checked that the viewer may read the messages.
 */
export async function selectTalkAfter(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Said[]>> {
  const { rows } = await sql<Said & { id: string }>`
    SELECT m.id, later.author_id AS "authorId", left(later.content, ${sql.lit(longestMessage)}) AS content
    FROM messages m CROSS JOIN LATERAL (
      (SELECT r.seq, r.author_id, r.content FROM messages r
        WHERE r.parent_id = coalesce(m.parent_id, m.id) AND r.seq > m.seq AND r.deleted_at IS NULL AND r.content <> ''
          AND (m.parent_id IS NOT NULL OR m.reply_count > 0)
        ORDER BY r.seq LIMIT ${sql.lit(mostReplies)})
      UNION ALL
      (SELECT n.seq, n.author_id, n.content FROM messages n
        WHERE n.channel_id = m.channel_id AND n.seq > m.seq AND n.seq <= m.seq + 20 AND n.parent_id IS NULL
          AND m.parent_id IS NULL AND m.reply_count = 0 AND n.deleted_at IS NULL AND n.content <> ''
          AND n.created_at < m.created_at + ${sql.lit(soon)}::interval
        ORDER BY n.seq LIMIT ${sql.lit(mostAfter)})
    ) later
    WHERE m.id = ANY(${[...ids]}::uuid[]) ORDER BY m.id, later.seq`.execute(db);
  const after = new Map<string, Said[]>();
  for (const { id, ...said } of rows) after.set(id, [...(after.get(id) ?? []), said]);
  return after;
}

/** Returns the thread of each of these messages, by its first message. */
export async function selectThreads(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; root: string }>`
    SELECT id, coalesce(parent_id, id) AS root FROM messages WHERE id = ANY(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, root }) => [id, root]));
}
