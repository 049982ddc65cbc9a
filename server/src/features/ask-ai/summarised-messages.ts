import { maxSummarised } from "@atoll/contract/ask-ai/limits";
import type { AskSummary } from "@atoll/contract/ask-ai/schemas";
import { sql } from "kysely";
import type { HitReference } from "../../platform/search/search-sources.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessChannel, accessThread } from "../chat/access.ts";

/** With fewer unread messages than this, the latest ones are summarised whether they were read or not. */
const leastUnread = 3;
const latest = 20;

/**
 * The messages that a summary is about, the newest first: the unread ones of a channel, or a thread.
 * @throws {AppError} `forbidden` without team chat; `channel_not_found`, `message_not_found`.
 */
export async function findSummarised(
  db: Database,
  viewer: RequestViewer,
  { kind, id }: AskSummary,
): Promise<HitReference[]> {
  const ids = kind === "channel" ? await unreadOf(db, viewer, id) : await messagesOfThread(db, viewer, id);
  return ids.map((messageId) => ({ kind: "message", id: messageId }));
}

async function unreadOf(db: Database, viewer: RequestViewer, channelId: string): Promise<string[]> {
  const channel = await accessChannel(db, viewer, channelId);
  const { rows } = await sql<{ id: string; isUnread: boolean }>`
    SELECT id, seq > ${channel.last_read_seq} AS "isUnread" FROM messages
    WHERE channel_id = ${channelId} AND parent_id IS NULL AND deleted_at IS NULL AND content <> ''
    ORDER BY seq DESC LIMIT ${maxSummarised}`.execute(db);
  const unread = rows.filter(({ isUnread }) => isUnread);
  return (unread.length >= leastUnread ? unread : rows.slice(0, latest)).map(({ id }) => id);
}

async function messagesOfThread(db: Database, viewer: RequestViewer, messageId: string): Promise<string[]> {
  const thread = await accessThread(db, viewer, messageId);
  const { rows } = await sql<{ id: string }>`
    (SELECT id, seq FROM messages WHERE parent_id = ${thread.id} AND deleted_at IS NULL AND content <> ''
      ORDER BY seq DESC LIMIT ${maxSummarised - 1})
    UNION ALL SELECT id, seq FROM messages WHERE id = ${thread.id} AND content <> '' ORDER BY seq DESC`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
