import { sql } from "kysely";
import type { SliceOwnedKind } from "../../../slice.ts";

/**
 * Hands over the channels that somebody created or owns. Direct chats belong to all of their people and stay. A private
 * channel, or one of a department, goes to the heir only if they are a member: otherwise the database makes its
 * longest-standing member the owner if there is no other, and archives a channel without members.
 */
export const ownedChannels: SliceOwnedKind = {
  kind: "channels",
  async count(tx, userId) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM channels c
      WHERE c.type <> 'DIRECT' AND (c.created_by = ${userId} OR EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${userId} AND m.is_owner))`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  async handOver(tx, fromUserId, toUserId) {
    // Lock rows of members before rows of channels, and in one order, as `lockMembers` does.
    await sql`SELECT FROM channel_members WHERE user_id = ANY(${[fromUserId, toUserId]}::uuid[])
      ORDER BY channel_id, user_id FOR UPDATE`.execute(tx);
    await sql`
      INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read, is_owner)
      SELECT c.id, ${toUserId}, c.head, now(), true
      FROM channel_members m JOIN channels c ON c.id = m.channel_id
      WHERE m.user_id = ${fromUserId} AND m.is_owner AND ${isOpenTo(toUserId)}
      ORDER BY c.id
      ON CONFLICT (channel_id, user_id) DO UPDATE SET is_owner = true`.execute(tx);
    await sql`UPDATE channels c SET created_by = ${toUserId}
      WHERE c.created_by = ${fromUserId} AND c.type <> 'DIRECT' AND ${isOpenTo(toUserId)}`.execute(tx);
    return [];
  },
};

/** SQL: a person is in channel `c`, or could join it. */
function isOpenTo(userId: string) {
  return sql`((c.type = 'PUBLIC' AND NOT c.follows_department) OR EXISTS (
    SELECT FROM channel_members h WHERE h.channel_id = c.id AND h.user_id = ${userId}))`;
}
