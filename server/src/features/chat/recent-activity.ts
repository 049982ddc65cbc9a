import { canUseChat } from "@atoll/contract/chat/policy";
import type { ChannelType } from "@atoll/contract/chat/schemas";
import { activityTextLength, messageActivity } from "@atoll/contract/dashboard/message-activity";
import { sql } from "kysely";
import type { SliceActivity } from "../../slice.ts";

/**
 * The latest messages in the viewer's channels, without muted ones. A few of the most recently active channels contain
 * the newest messages. Specification, section 2 (Recent Activity).
 */
export const recentMessages: SliceActivity = async ({ db, people }, viewer, count) => {
  if (!canUseChat(viewer)) return [];
  const { rows } = await sql<Row>`
    SELECT x.id, x.parent_id, x.author_id, x.content, x.created_at, c.id AS channel_id, c.name, c.type
    FROM (SELECT c.id, c.name, c.type FROM channel_members m JOIN channels c ON c.id = m.channel_id
      WHERE m.user_id = ${viewer.id} AND NOT m.is_muted
      ORDER BY c.last_activity DESC LIMIT ${count}) c
    CROSS JOIN LATERAL (
      SELECT x.id, x.parent_id, x.author_id, left(x.content, ${activityTextLength}) AS content, x.created_at
      FROM messages x WHERE x.channel_id = c.id AND x.deleted_at IS NULL ORDER BY x.seq DESC LIMIT ${count}) x
    ORDER BY x.created_at DESC, x.id DESC LIMIT ${count}`.execute(db);
  const known = await people.of(rows.map(({ author_id }) => author_id));
  return rows.flatMap(({ id, parent_id: parentId, content, ...row }) => {
    const author = known.get(row.author_id);
    if (!author) return [];
    const message = { id, parentId, author, content, createdAt: row.created_at.toISOString() };
    return [messageActivity(message, { id: row.channel_id, name: row.name, type: row.type })];
  });
};

interface Row {
  id: string;
  parent_id: string | null;
  author_id: string;
  content: string;
  created_at: Date;
  channel_id: string;
  name: string;
  type: ChannelType;
}
