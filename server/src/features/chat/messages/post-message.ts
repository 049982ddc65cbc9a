import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll } from "@atoll/contract/mentions";
import { hashSent } from "../../../platform/create-once.ts";
import type { SliceContext } from "../../../slice.ts";
import { peopleIn, presentMessage } from "../present.ts";
import { type StreamDependencies, sendChange, sendMessage } from "../stream/stream.ts";
import { sendFollowers } from "../threads/count-reply.ts";
import type { Author, MessageToPost } from "./insert-message.ts";
import type { PlainMessage } from "./insert-messages.ts";
import { type PostedWithParts, postWithParts } from "./post-with-parts.ts";
import { repeatPost } from "./repeat-post.ts";

interface PostDependencies extends StreamDependencies, Pick<SliceContext, "hereElsewhere"> {
  insertPlain: (message: PlainMessage) => Promise<Message>;
}

/**
 * Posts a message and broadcasts it to everyone in the channel. Specification, sections 5 and 7 (chat). A message with
 * only text, as nearly all are, is part of a batched statement; one with a thread, mentions or files needs a
 * transaction.
 * @throws {AppError} `channel_not_found` if the author is not a member; `channel_archived`, `owners_only` or
 *   `person_left` if nothing may be written there; `message_id_taken` if the ID belongs to something else;
 *   `message_not_found` if the message was sent before and has since been deleted, or the thread's message is deleted;
 *   `attachment_not_found` if a file is not the author's, or was already sent.
 */
export async function postMessage(
  deps: PostDependencies,
  author: Author,
  input: MessageToPost,
): Promise<Message> {
  const { people, realtime, insertPlain } = deps;
  const sentHash = hashOf(input);
  const isPlain =
    !input.parentId &&
    input.mentionIds.length === 0 &&
    input.attachmentIds.length === 0 &&
    // A mention of everyone needs notifications, so it is not a plain message.
    findCallOfAll(input.content) === null;
  try {
    const posted: PostedWithParts = isPlain
      ? { message: await insertPlain({ author, input, sentHash }) }
      : await postWithParts(deps, author, input, sentHash);
    sendMessage(realtime, "message.posted", posted.message, posted.hereIds ?? null);
    if (posted.thread) {
      const { parent, followerIds } = posted.thread;
      // Includes mentioned people who no longer follow the thread.
      const calledIds = posted.message.mentions.map(({ id }) => id);
      const shown = await peopleIn(people, [parent]);
      sendChange(realtime, presentMessage(parent, shown, author.id), parent.here_ids);
      sendFollowers(realtime, [...followerIds, ...calledIds], parent.id);
    }
    return posted.message;
  } catch (error) {
    return repeatPost(deps, author.id, input, sentHash, error);
  }
}

/** Returns a hash of everything that was sent, so that a repeated request is recognised even after an edit. */
function hashOf({ content, parentId, mentionIds, attachmentIds }: MessageToPost): Buffer {
  return hashSent(content, parentId, mentionIds.toSorted(), attachmentIds);
}
