import type { chatRoutes } from "@atoll/contract/chat/routes";
import type { RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/**
 * Returns the channel in which a newcomer says hello: "general", or else the oldest public channel that they are in and
 * may post in. A person without channels joins "general" when they open the chat, so it is theirs already.
 */
export async function findFirstChannel(
  db: Database,
  userId: string,
): Promise<RouteOutput<typeof chatRoutes.getFirstChannel>> {
  const [channels, written] = await Promise.all([
    sql<{ id: string; name: string }>`SELECT c.id, c.name FROM channels c
      WHERE c.type = 'PUBLIC' AND c.archived_at IS NULL AND NOT c.is_owners_only AND CASE
        WHEN EXISTS (SELECT FROM channel_members WHERE user_id = ${userId}) THEN
          EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${userId})
        ELSE lower(c.name) = 'general' AND NOT c.follows_department END
      ORDER BY lower(c.name) <> 'general', c.created_at, c.id LIMIT 1`.execute(db),
    sql<{ hasWritten: boolean }>`SELECT EXISTS (
      SELECT FROM messages WHERE author_id = ${userId} AND deleted_at IS NULL) AS "hasWritten"`.execute(db),
  ]);
  return { channel: channels.rows[0] ?? null, hasWritten: written.rows[0]?.hasWritten ?? false };
}
