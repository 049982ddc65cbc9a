import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink, type Mention } from "@atoll/contract/mentions";
import type { Person } from "@atoll/contract/people/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { reasonAgainst, type Taking, takingNumber } from "../stream/take-number.ts";

export interface MessageToPost {
  /** Made by the browser: the same id twice is one message. */
  id: string;
  channelId: string;
  content: string;
  /** The message whose thread this goes to. */
  parentId: string | null;
  mentionIds: readonly string[];
  attachmentIds: readonly string[];
}

export type Author = Omit<Person, "isFormer">;

/**
 * Writes a message in one statement: the next number, the row and the author's right to post stand or fall together.
 * A reply takes one number more, for the change to the message it replies to.
 * @throws {AppError} as `takeNumber`.
 */
export async function insertMessage(
  db: Database,
  author: Author,
  input: MessageToPost,
  parts: { sentHash: Buffer; mentions: Mention[] },
): Promise<Message> {
  const { id, channelId, parentId, content } = input;
  const mentionsAll = findCallOfAll(content);
  const taking: Taking = parentId ? { doing: "reply", howMany: 2 } : { doing: "post" };
  const seq = parentId ? sql`seq - 1` : sql`seq`;
  const { rows } = await sql<InsertedRow>`
    WITH ${takingNumber(author.id, channelId, taking)}
    ${parentId || mentionsAll ? sql`` : tellingDirect(author.id, parts.mentions)}
    INSERT INTO messages (id, channel_id, parent_id, seq, changed_seq, author_id, content, sent_hash,
      created_at, updated_at, mentions, mentions_all, has_link, has_attachment)
    SELECT ${id}, id, ${parentId}, ${seq}, ${seq}, ${author.id}, ${content}, ${parts.sentHash},
      at, at, ${JSON.stringify(parts.mentions)}, ${mentionsAll}, ${hasLink(content)},
      ${input.attachmentIds.length > 0}
    FROM numbered
    RETURNING seq, created_at`.execute(db);
  const row = rows[0];
  if (!row) throw await reasonAgainst(db, author.id, channelId, taking.doing);
  return presentInserted(row, author, input, { mentions: parts.mentions, mentionsAll });
}

/**
 * SQL for a WITH list after `numbered`: the others of a direct chat are told of the message. In the statement that
 * writes it, for nothing else knows what kind of channel it is, and of other channels nobody is told.
 */
function tellingDirect(authorId: string, mentions: readonly Mention[]) {
  return sql`, told AS (
    INSERT INTO tellings (kind, subject_id, actor_id, rule, spared, place_id, seq)
    SELECT 'chat.direct', id, ${authorId}::uuid, 'members', ${mentions.map(({ id }) => id)}::uuid[], id, seq
    FROM numbered WHERE type = 'DIRECT')`;
}

export interface InsertedRow {
  seq: number;
  created_at: Date;
}

/** A message as it is the moment it was written, with no need to read it. */
export function presentInserted(
  { seq, created_at }: InsertedRow,
  { id: authorId, name, email, avatar }: Author,
  { id, channelId, parentId, content }: MessageToPost,
  calls: Pick<Message, "mentions" | "mentionsAll">,
): Message {
  const at = created_at.toISOString();
  return {
    id,
    channelId,
    parentId,
    seq,
    changedSeq: seq,
    deleted: false,
    removed: false,
    content,
    createdAt: at,
    updatedAt: at,
    edited: false,
    editedAt: null,
    author: { id: authorId, name, email, avatar, isFormer: false },
    mentions: calls.mentions,
    mentionsAll: calls.mentionsAll,
    attachments: [],
    reactions: [],
    thread: null,
    pinnedAt: null,
  };
}
