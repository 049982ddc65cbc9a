import type { Attachment, Message } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type CountedReply, countReply } from "./count-reply.ts";
import { type Author, insertMessage, type MessageToPost } from "./insert-message.ts";
import type { AttachmentRow } from "./message-queries.ts";
import { presentAttachment } from "./present.ts";
import { indexMentions, resolveMentions } from "./write-mentions.ts";

export interface PostedWithParts {
  message: Message;
  /** What a reply changed about its thread. */
  thread?: CountedReply | undefined;
}

/**
 * Posts a message that has a thread, mentions or files, in one transaction.
 * @throws {AppError} as `postMessage`.
 */
export async function postWithParts(
  db: Database,
  author: Author,
  input: MessageToPost,
  sentHash: Buffer,
): Promise<PostedWithParts> {
  return db.transaction().execute(async (tx) => {
    // Before the channel is locked by its number: everybody who writes there waits for what comes after.
    const mentions = await resolveMentions(tx, input.channelId, input.content, input.mentionIds);
    const message = await insertMessage(tx, author, input, { sentHash, mentions });
    await indexMentions(tx, { ...message, authorId: author.id }, mentions);
    const attachments = await takeAttachments(tx, author.id, input.id, input.attachmentIds);
    const thread = input.parentId
      ? await countReply(tx, {
          parentId: input.parentId,
          channelId: input.channelId,
          authorId: author.id,
          calledIds: mentions.map(({ id }) => id),
          seq: message.seq,
          createdAt: message.createdAt,
        })
      : undefined;
    return { message: { ...message, attachments }, thread };
  });
}

/** Files become a message's in the order they were chosen; each only once (also one whose message was deleted). */
async function takeAttachments(
  tx: Database,
  ownerId: string,
  messageId: string,
  ids: readonly string[],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AttachmentRow & { position: number }>`
    UPDATE attachments f SET message_id = ${messageId}, position = wanted.position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE f.id = wanted.id AND f.owner_id = ${ownerId} AND f.message_id IS NULL
      AND f.created_at > to_timestamp(0)
    RETURNING f.*`.execute(tx);
  if (rows.length !== ids.length) throw new AppError("attachment_not_found");
  return rows.toSorted((a, b) => a.position - b.position).map(presentAttachment);
}
