import { createHash } from "node:crypto";
import type { Message } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { sql } from "kysely";
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
 * @throws {AppError} `channel_not_found` when the author is no member (any more); `message_id_taken` when the
 *   id belongs to something else; `message_not_found` when the message was sent before and deleted since.
 */
export async function postMessage(
  deps: { db: Database; realtime: Realtime },
  author: Person,
  input: MessageToPost,
): Promise<Message> {
  const sentHash = createHash("sha256").update(input.content).digest();
  const posted = await insert(deps.db, author.id, input, sentHash).catch((error: unknown) => {
    if (isTakenId(error)) return undefined;
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
    author: { id: author.id, name: author.name, email: author.email, avatar: author.avatar },
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
      WHERE channel_id = ${input.channelId} AND user_id = ${authorId} FOR KEY SHARE
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
  if (!row) throw new AppError("channel_not_found");
  return row;
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

function isTakenId(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === "messages_pkey";
}
