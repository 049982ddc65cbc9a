import type { Reaction } from "@atoll/contract/chat/schemas";
import { maxListedReactors } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink, type Mention } from "@atoll/contract/mentions";
import { sql } from "kysely";
import { hashSent } from "../../../platform/create-once.ts";
import type { Database } from "../../../tables.ts";
import { attachFiles } from "../../files/public.ts";
import { messageFiles } from "../message-files.ts";

/** An imported message, with people and messages by their IDs. */
export interface ReadyMessage {
  id: string;
  parentId: string | null;
  authorId: string;
  content: string;
  mentions: Mention[];
  at: Date;
  editedAt: Date | null;
  isDeleted: boolean;
  isPinned: boolean;
  reactions: { emoji: string; userIds: string[] }[];
  fileIds: string[];
}

interface Written extends ReadyMessage {
  seq: number;
}

/**
 * Writes messages of the past as they would be if they had been written here, in this order, and read by everybody. They
 * notify nobody: nothing is queued or sent.
 * @param before the number before the first one, for messages that are older than those of the channel. Null: they get
 * the next numbers of the channel.
 * @returns the number before the next message.
 */
export async function writeImportedMessages(
  tx: Database,
  channelId: string,
  messages: readonly ReadyMessage[],
  before: number | null,
): Promise<number | null> {
  const ownIds = new Set(messages.map(({ id }) => id));
  const rootIds = [...new Set(messages.flatMap(({ parentId }) => parentId ?? []))];
  const elsewhere = rootIds.filter((id) => !ownIds.has(id));
  const base = before ?? (await takeNumbers(tx, channelId, messages, elsewhere.length));
  const written = messages.map((message, index) => ({ ...message, seq: base + index + 1 }));
  const replies = Map.groupBy(
    written.filter(({ parentId, isDeleted }) => parentId !== null && !isDeleted),
    ({ parentId }) => parentId ?? "",
  );
  await insertRows(
    tx,
    "messages",
    written.map((message) => messageRow(channelId, message, replies.get(message.id) ?? [])),
  );
  // Deleted messages are not found.
  const firstChange = before === null ? base + messages.length + 1 : null;
  await countReplies(tx, elsewhere, replies, firstChange);
  await insertDetails(tx, channelId, written);
  await followThreads(
    tx,
    [...replies].map(([rootId, list]) => ({ rootId, list })),
  );
  for (const { id, authorId, fileIds } of written)
    await attachFiles(tx, authorId, { kind: messageFiles.kind, id }, fileIds);
  return before === null ? null : base + messages.length;
}

/** Takes the channel's next numbers. Who had read everything has read these, too. */
async function takeNumbers(
  tx: Database,
  channelId: string,
  messages: readonly ReadyMessage[],
  rootCount: number,
): Promise<number> {
  const count = messages.length + rootCount;
  const lastRoot = messages.findLastIndex(({ parentId }) => parentId === null);
  const lastAt = messages.reduce((last, { at }) => Math.max(last, at.getTime()), 0);
  // Rows of members are locked before those of channels, as everywhere.
  await sql`SELECT FROM channel_members WHERE channel_id = ${channelId} ORDER BY user_id FOR UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<{ head: number; unread: number }>`
    WITH earlier AS (SELECT id, last_post_seq FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE)
    UPDATE channels c SET head = c.head + ${count},
      last_post_seq = CASE WHEN ${lastRoot} >= 0 THEN c.head + ${lastRoot + 1} ELSE c.last_post_seq END,
      last_activity = greatest(c.last_activity, to_timestamp(${lastAt / 1000}))
    FROM earlier WHERE c.id = earlier.id
    RETURNING c.head, earlier.last_post_seq AS unread`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the channel of an import is gone");
  await sql`UPDATE channel_members SET last_read_seq = ${row.head}
    WHERE channel_id = ${channelId} AND last_read_seq >= ${row.unread}`.execute(tx);
  return row.head - count;
}

/**
 * Gives the replies of a placeholder to the real first message of their thread, which was written after them, and
 * deletes the placeholder.
 */
export async function replaceRoot(tx: Database, placeholderId: string, rootId: string): Promise<void> {
  await sql`UPDATE messages SET parent_id = ${rootId} WHERE parent_id = ${placeholderId}`.execute(tx);
  await sql`UPDATE messages n SET reply_count = n.reply_count + o.reply_count,
      last_reply_at = greatest(n.last_reply_at, o.last_reply_at), last_reply_seq = greatest(n.last_reply_seq, o.last_reply_seq),
      replier_ids = CASE WHEN n.reply_count = 0 THEN o.replier_ids ELSE n.replier_ids END
    FROM messages o WHERE o.id = ${placeholderId} AND n.id = ${rootId}`.execute(tx);
  await sql`INSERT INTO thread_followers (message_id, user_id, is_following, last_read_seq, last_reply_seq, last_reply_at)
    SELECT ${rootId}::uuid, user_id, is_following, last_read_seq, last_reply_seq, last_reply_at FROM thread_followers
    WHERE message_id = ${placeholderId} ON CONFLICT DO NOTHING`.execute(tx);
  await tx.deleteFrom("messages").where("id", "=", placeholderId).execute();
}

function messageRow(channelId: string, message: Written, replies: readonly Written[]) {
  const { id, parentId, seq, authorId, at, editedAt, isDeleted, isPinned, mentions } = message;
  const content = isDeleted ? "" : message.content;
  const last = replies.at(-1);
  const call = findCallOfAll(content);
  return {
    id,
    channel_id: channelId,
    parent_id: parentId,
    seq,
    changed_seq: seq,
    author_id: authorId,
    content,
    sent_hash: `\\x${hashSent(id, content).toString("hex")}`,
    created_at: at,
    updated_at: editedAt ?? at,
    edited_at: editedAt,
    deleted_at: isDeleted ? at : null,
    reply_count: replies.length,
    last_reply_at: last?.at ?? null,
    last_reply_seq: last?.seq ?? 0,
    replier_ids: newestFirst(replies, []),
    mentions,
    mentions_all: call,
    // Nobody was here then.
    here_ids: call === "here" ? [] : null,
    pinned_at: isPinned ? at : null,
    pinned_by: isPinned ? authorId : null,
    reactions: message.reactions.map(
      ({ emoji, userIds }): Reaction => ({
        emoji,
        count: userIds.length,
        userIds: userIds.slice(0, maxListedReactors),
      }),
    ),
    has_link: hasLink(content),
    has_attachment: message.fileIds.length > 0,
  };
}

/** Returns the last three people who replied. */
function newestFirst(replies: readonly Written[], earlier: readonly string[]): string[] {
  return [...new Set([...replies.toReversed().map(({ authorId }) => authorId), ...earlier])].slice(0, 3);
}

/** Counts the replies to messages that were written before. */
async function countReplies(
  tx: Database,
  rootIds: readonly string[],
  replies: ReadonlyMap<string, readonly Written[]>,
  firstChange: number | null,
): Promise<void> {
  if (rootIds.length === 0) return;
  const roots = await tx
    .selectFrom("messages")
    .select(["id", "replier_ids"])
    .where("id", "in", rootIds)
    .forUpdate()
    .execute();
  const changes = roots.map(({ id, replier_ids }, index) => {
    const list = replies.get(id) ?? [];
    const last = list.at(-1);
    return {
      id,
      added: list.length,
      last_at: last?.at ?? null,
      last_seq: last?.seq ?? 0,
      repliers: newestFirst(list, replier_ids),
      changed: firstChange === null ? null : firstChange + index,
    };
  });
  await sql`UPDATE messages m SET reply_count = m.reply_count + x.added,
      last_reply_at = greatest(m.last_reply_at, x.last_at), last_reply_seq = greatest(m.last_reply_seq, x.last_seq),
      replier_ids = ARRAY(SELECT jsonb_array_elements_text(x.repliers)::uuid),
      changed_seq = coalesce(x.changed, m.changed_seq)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS x
      (id uuid, added int, last_at timestamptz, last_seq bigint, repliers jsonb, changed bigint)
    WHERE m.id = x.id`.execute(tx);
}

async function insertDetails(tx: Database, channelId: string, written: readonly Written[]): Promise<void> {
  await insertRows(
    tx,
    "message_reactions",
    written.flatMap(({ id, at, reactions }) =>
      reactions.flatMap(({ emoji, userIds }) =>
        userIds.map((user) => ({ message_id: id, emoji, user_id: user, created_at: at })),
      ),
    ),
  );
  const mentions = written.flatMap(({ id, authorId, parentId, seq, at, isDeleted, mentions: named }) =>
    isDeleted
      ? []
      : named
          .filter((mention) => mention.id !== authorId)
          .map((mention) => ({
            message_id: id,
            user_id: mention.id,
            channel_id: channelId,
            seq,
            is_reply: parentId !== null,
            waits: false,
            created_at: at,
          })),
  );
  await insertRows(tx, "message_mentions", mentions);
}

/** Colleagues follow the threads in which they wrote, and have read them. */
async function followThreads(
  tx: Database,
  threads: readonly { rootId: string; list: readonly Written[] }[],
): Promise<void> {
  if (threads.length === 0) return;
  const rows = threads.map(({ rootId, list }) => ({
    message_id: rootId,
    authors: [...new Set(list.map(({ authorId }) => authorId))],
    last_seq: list.at(-1)?.seq ?? 0,
    last_at: list.at(-1)?.at ?? null,
  }));
  await sql`WITH thread AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x
        (message_id uuid, authors jsonb, last_seq bigint, last_at timestamptz)
    ), follower AS (
      SELECT t.message_id, a.id AS user_id FROM thread t
        JOIN messages m ON m.id = t.message_id JOIN accounts a ON a.id = m.author_id
      UNION SELECT t.message_id, a.id FROM thread t, jsonb_array_elements_text(t.authors) AS author
        JOIN accounts a ON a.id = author::uuid
      UNION SELECT f.message_id, f.user_id FROM thread t JOIN thread_followers f ON f.message_id = t.message_id
    )
    INSERT INTO thread_followers AS f (message_id, user_id, last_read_seq, last_reply_seq, last_reply_at)
    SELECT t.message_id, follower.user_id, t.last_seq, t.last_seq, t.last_at
    FROM follower JOIN thread t ON t.message_id = follower.message_id
    ORDER BY t.message_id, follower.user_id
    ON CONFLICT (message_id, user_id) DO UPDATE SET
      last_read_seq = CASE WHEN f.last_read_seq >= f.last_reply_seq
        THEN greatest(f.last_read_seq, excluded.last_read_seq) ELSE f.last_read_seq END,
      last_reply_seq = greatest(f.last_reply_seq, excluded.last_reply_seq),
      last_reply_at = greatest(f.last_reply_at, excluded.last_reply_at)`.execute(tx);
}

/**
 * Writes thousands of rows in one statement. Every column that may not be null has to be given. Two marks of the same
 * person are one; two messages with the same number are an error.
 */
async function insertRows(
  tx: Database,
  table: "messages" | "message_reactions" | "message_mentions",
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO ${sql.table(table)}
    SELECT * FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ${table === "messages" ? sql`` : sql`ON CONFLICT DO NOTHING`}`.execute(tx);
}
