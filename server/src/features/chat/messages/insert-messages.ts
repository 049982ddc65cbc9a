import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink } from "@atoll/contract/mentions";
import { sql } from "kysely";
import { batchWrites } from "../../../platform/database/batch-writes.ts";
import type { Database } from "../../../tables.ts";
import { obstacleTo } from "../stream/take-number.ts";
import {
  type Author,
  type InsertedRow,
  insertMessage,
  type MessageToPost,
  presentInserted,
} from "./insert-message.ts";

/** A message with only text: no thread, no mentions of people, no files. */
export interface PlainMessage {
  author: Author;
  input: MessageToPost;
  sentHash: Buffer;
}

/** Returns a function that inserts messages with only text, batching concurrent ones. */
export function plainMessageInserts(db: Database): (message: PlainMessage) => Promise<Message> {
  return batchWrites({
    rowOf: ({ input }) => input.channelId,
    alone: ({ author, input, sentHash }) => insertMessage(db, author, input, { sentHash, mentions: [] }),
    together: (messages) => insertMessages(db, messages),
  });
}

/**
 * Inserts messages in many channels with one statement, each under the conditions of `insertMessage`. A message is
 * skipped if its membership or channel is locked, or if it may not be written.
 * @returns the message for each, or undefined if it was not inserted.
 */
async function insertMessages(
  db: Database,
  messages: readonly PlainMessage[],
): Promise<(Message | undefined)[]> {
  const calls = messages.map(({ input }) => findCallOfAll(input.content));
  // The people of a direct chat are notified as by `insertMessage`. Memberships are locked before channels, whose state
  // is checked under their own lock, as in `takingNumber`.
  const { rows } = await sql<InsertedRow & { id: string }>`
    WITH input AS (
      SELECT * FROM unnest(
        ${messages.map(({ input }) => input.id)}::uuid[],
        ${messages.map(({ input }) => input.channelId)}::uuid[],
        ${messages.map(({ author }) => author.id)}::uuid[],
        ${messages.map(({ input }) => input.content)}::text[],
        ${messages.map(({ sentHash }) => sentHash)}::bytea[],
        ${calls}::text[],
        ${messages.map(({ input }) => hasLink(input.content))}::boolean[]
      ) WITH ORDINALITY AS i (id, channel_id, author_id, content, sent_hash, mentions_all, has_link, place)
    ), m AS (
      SELECT i.id, i.place, m.channel_id, m.user_id, m.is_owner
      FROM input i JOIN channel_members m ON m.channel_id = i.channel_id AND m.user_id = i.author_id
      FOR KEY SHARE OF m SKIP LOCKED
    ), c AS (
      SELECT id, type, is_owners_only, archived_at FROM channels
      WHERE id IN (SELECT channel_id FROM m) FOR NO KEY UPDATE SKIP LOCKED
    ), allowed AS (
      SELECT m.id, m.channel_id, row_number() OVER (PARTITION BY m.channel_id ORDER BY m.place) AS nth
      FROM m JOIN c ON c.id = m.channel_id WHERE NOT ${obstacleTo("post")}
    ), numbered AS (
      UPDATE channels c SET head = c.head + a.posts, last_post_seq = c.head + a.posts,
        last_activity = date_trunc('milliseconds', clock_timestamp())
      FROM (SELECT channel_id, count(*) AS posts FROM allowed GROUP BY channel_id) a WHERE c.id = a.channel_id
      RETURNING c.id, c.type, c.head - a.posts AS head_before, c.last_activity AS at
    ), told AS (
      INSERT INTO tellings (kind, subject_id, actor_id, rule, place_id, seq)
      SELECT 'chat.direct', n.id, i.author_id, 'members', n.id, n.head_before + a.nth
      FROM input i JOIN allowed a ON a.id = i.id JOIN numbered n ON n.id = a.channel_id WHERE n.type = 'DIRECT'
    )
    INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at,
      mentions_all, has_link)
    SELECT i.id, n.id, n.head_before + a.nth, n.head_before + a.nth, i.author_id, i.content, i.sent_hash, n.at, n.at,
      i.mentions_all, i.has_link
    FROM input i JOIN allowed a ON a.id = i.id JOIN numbered n ON n.id = a.channel_id
    RETURNING id, seq, created_at`.execute(db);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return messages.map(({ author, input }, index) => {
    const row = rowOf.get(input.id);
    const mentionsAll = calls[index] ?? null;
    return row && presentInserted(row, author, input, { mentions: [], mentionsAll, calledHere: false });
  });
}
