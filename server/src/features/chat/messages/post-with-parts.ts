import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll } from "@atoll/contract/mentions";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import { attachFiles } from "../../files/public.ts";
import { findHere } from "../here/find-here.ts";
import { messageFiles } from "../message-files.ts";
import { notifyOfMessage } from "../notifications/notify-of-message.ts";
import { type CountedReply, countReply } from "../threads/count-reply.ts";
import { type Author, insertMessage, type MessageToPost } from "./insert-message.ts";
import { indexMentions, resolveMentions } from "./write-mentions.ts";

export interface PostedWithParts {
  message: Message;
  /** The members that its @here calls. */
  hereIds?: string[] | null;
  /** The change of the thread by a reply. */
  thread?: CountedReply | undefined;
}

/**
 * Posts a message with a thread, mentions or files, in one transaction.
 * @throws {AppError} as `postMessage`.
 */
export async function postWithParts(
  { db, hereElsewhere }: Pick<SliceContext, "db" | "hereElsewhere">,
  author: Author,
  input: MessageToPost,
  sentHash: Buffer,
): Promise<PostedWithParts> {
  return transact(db, async (tx) => {
    // Resolve mentions before taking a number, which locks the channel against other writers.
    const mentions = await resolveMentions(tx, input.channelId, input.content, input.mentionIds);
    const hereIds =
      findCallOfAll(input.content) === "here" ? await findHere(tx, { hereElsewhere }, input.channelId) : null;
    const message = await insertMessage(tx, author, input, { sentHash, mentions, hereIds });
    await indexMentions(tx, { ...message, authorId: author.id }, mentions);
    const attachments = await attachFiles(
      tx,
      author.id,
      { kind: messageFiles.kind, id: input.id },
      input.attachmentIds,
    );
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
    await notifyOfMessage(tx, message, thread?.followerIds ?? []);
    return { message: { ...message, attachments }, hereIds, thread };
  });
}
