import { sql } from "kysely";
import type { OwnedKind } from "../../platform/ownership.ts";
import type { Database } from "../../tables.ts";

/** The channels that somebody made or owns. A direct chat belongs to all of its people and is not handed over. */
export const ownedChannels: OwnedKind<Database> = {
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
    // Rows of members before rows of channels: see the locks in the migration.
    await sql`SELECT FROM channel_members WHERE user_id = ${fromUserId} ORDER BY channel_id FOR UPDATE`.execute(
      tx,
    );
    // A department's channel keeps to its department: there the database finds another owner among its members.
    await sql`
      INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read, is_owner)
      SELECT c.id, ${toUserId}, c.head, now(), true
      FROM channel_members m JOIN channels c ON c.id = m.channel_id
      WHERE m.user_id = ${fromUserId} AND m.is_owner AND (NOT c.follows_department OR EXISTS (
        SELECT FROM channel_members h WHERE h.channel_id = c.id AND h.user_id = ${toUserId}))
      ORDER BY c.id
      ON CONFLICT (channel_id, user_id) DO UPDATE SET is_owner = true`.execute(tx);
    await tx
      .updateTable("channels")
      .set({ created_by: toUserId })
      .where("created_by", "=", fromUserId)
      .where("type", "!=", "DIRECT")
      .execute();
  },
};
