import { createHash } from "node:crypto";
import type { Message } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { AppError } from "../../platform/app-error.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { presentMessage } from "./present.ts";
import { findMessage } from "./queries.ts";
import { channelRoom } from "./rooms.ts";

export interface MessageToPost {
  /** Made by the browser: the same id twice is one message. */
  id: string;
  channelId: string;
  content: string;
}

/**
 * Posts a message and sends it to everyone in the channel. One statement: the next number, the row and the
 * author's membership stand or fall together. Specification, sections 5 and 7 (chat).
 * @throws {AppError} `channel_not_found` when the author is no member (any more); `person_left` when the other
 *   person of a direct chat has left the company; `message_id_taken` when the id belongs to something else;
 *   `message_not_found` when the message was sent before and deleted since.
 */
export async function postMessage(
  deps: { db: Database; realtime: Realtime },
  author: Omit<Person, "isFormer">,
  input: MessageToPost,
): Promise<Message> {
  const sentHash = createHash("sha256").update(input.content).digest();
  const posted = await insert(deps.db, author.id, input, sentHash).catch(async (error: unknown) => {
    if (isTakenId(error) || (await wasSentBeforeLeaving(deps.db, input.id, error))) return undefined;
    throw error;
  });
  if (!posted) return repeat(deps.db, author.id, input, sentHash);

  const at = posted.created_at.toISOString();
  const message: Message = {
    id: input.id,
    channelId: input.channelId,
    seq: posted.seq,
    changedSeq: posted.seq,
    deleted: false,
    content: input.content,
    createdAt: at,
    updatedAt: at,
    edited: false,
    editedAt: null,
    author: { id: author.id, name: author.name, email: author.email, avatar: author.avatar, isFormer: false },
  };
  deps.realtime.send(channelRoom(input.channelId), "message.posted", {
    channelId: input.channelId,
    seq: posted.seq,
    message,
  });
  return message;
}

async function insert(db: Database, authorId: string, input: MessageToPost, sentHash: Buffer) {
  // clock_timestamp: taken once the channel's row is ours, so that times follow numbers under contention.
  const { rows } = await sql<{ seq: number; created_at: Date }>`
    WITH member AS (
      SELECT channel_id FROM channel_members
      WHERE channel_id = ${input.channelId} AND user_id = ${authorId} AND NOT ${hasLeaver(input.channelId)}
      FOR KEY SHARE
    ), numbered AS (
      UPDATE channels SET head = head + 1, last_post_seq = head + 1, last_activity = clock_timestamp()
      FROM member WHERE channels.id = member.channel_id
      RETURNING channels.id, channels.head, channels.last_activity
    )
    INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
    SELECT ${input.id}, id, head, head, ${authorId}, ${input.content}, ${sentHash}, last_activity, last_activity
    FROM numbered
    RETURNING seq, created_at`.execute(db);
  const row = rows[0];
  if (!row) throw await reasonAgainst(db, authorId, input.channelId);
  return row;
}

/** Whether somebody in a direct chat has no account any more. CASE: the members of a large channel are not looked at. */
function hasLeaver(channelId: string): RawBuilder<boolean> {
  return sql<boolean>`(SELECT CASE c.type WHEN 'DIRECT' THEN EXISTS (
      SELECT FROM channel_members o
      WHERE o.channel_id = c.id AND NOT EXISTS (SELECT FROM accounts WHERE id = o.user_id)
    ) ELSE false END FROM channels c WHERE c.id = ${channelId})`;
}

async function reasonAgainst(db: Database, authorId: string, channelId: string): Promise<AppError> {
  const member = await db
    .selectFrom("channel_members")
    .select(hasLeaver(channelId).as("hasLeaver"))
    .where("channel_id", "=", channelId)
    .where("user_id", "=", authorId)
    .executeTakeFirst();
  return new AppError(member?.hasLeaver ? "person_left" : "channel_not_found");
}

/** The id was used before: by the same send, whose answer is given again, or by something else. */
async function repeat(
  db: Database,
  authorId: string,
  input: MessageToPost,
  sentHash: Buffer,
): Promise<Message> {
  const row = await findMessage(db, input.id);
  const same =
    row && row.author_id === authorId && row.channel_id === input.channelId && row.sent_hash.equals(sentHash);
  if (!same) throw new AppError("message_id_taken");
  if (row.deleted_at) throw new AppError("message_not_found");
  return presentMessage(row);
}

/** A send whose answer was lost on the way is repeated, and still answered when the other person has left since. */
async function wasSentBeforeLeaving(db: Database, messageId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || error.code !== "person_left") return false;
  return (await findMessage(db, messageId)) !== undefined;
}

function isTakenId(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === "messages_pkey";
}
