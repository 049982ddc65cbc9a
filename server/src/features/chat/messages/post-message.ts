import type { Message } from "@atoll/contract/chat/schemas";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { findCallOfAll } from "@atoll/contract/mentions";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { hashSent, isSentAgain } from "../../../platform/create-once.ts";
import { violatedBy } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { attachFiles } from "../../files/public.ts";
import { findHere } from "../here/find-here.ts";
import { messageFiles } from "../message-files.ts";
import { findMessage, findSentHash } from "../message-queries.ts";
import { notifyOfMessage } from "../notifications/notify-of-message.ts";
import { assertMayChat } from "../policy.ts";
import { type MessageSources, peopleIn, presentMessage } from "../present.ts";
import { type StreamDependencies, sendChange, sendMessage } from "../stream/stream.ts";
import { type CountedReply, countReply, sendFollowers } from "../threads/count-reply.ts";
import { type Author, insertMessage, type MessageToPost, type PlainMessage } from "./insert-messages.ts";
import { indexMentions, resolveMentions } from "./write-mentions.ts";

/** A message that was written with a thread, mentions or files, before it is broadcast. */
export interface PostedWithParts {
  message: Message;
  /** The members that its @here calls. */
  hereIds?: string[] | null;
  /** The change of the thread by a reply. */
  thread?: CountedReply | undefined;
}

/**
 * Writes a message with a thread, mentions or files, in the transaction of the caller.
 * @throws {AppError} as `postMessage`.
 */
async function postWithParts(
  { hereElsewhere }: Pick<SliceContext, "hereElsewhere">,
  tx: Database,
  author: Author,
  input: MessageToPost,
  { sentHash, memberId, mayCallAll = true }: { sentHash: Buffer; memberId?: string; mayCallAll?: boolean },
): Promise<PostedWithParts> {
  // Resolve mentions before taking a number, which locks the channel against other writers.
  const mentions = await resolveMentions(tx, input.channelId, input.content, input.mentionIds);
  const mentionsAll = mayCallAll ? findCallOfAll(input.content) : null;
  const hereIds = mentionsAll === "here" ? await findHere(tx, { hereElsewhere }, input.channelId) : null;
  const message = await insertMessage(tx, author, input, {
    ...{ sentHash, mentions, mentionsAll, hereIds, memberId },
  });
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
}

/**
 * Writes a message of a program in the name of a person, who must be able to write it themselves. Call `broadcastPosted`
 * once it is committed. A message that is there already, with the same content, is not written again. Unless the program
 * may call everyone, a call of everyone in its text is text.
 * @throws {AppError} `forbidden` if the person may not use the chat; as `postMessage` for what they may not write.
 */
export async function writeAsProgram(
  deps: Pick<SliceContext, "hereElsewhere">,
  tx: Database,
  {
    author,
    owner,
    mayCallAll,
  }: { author: Author; owner: PermissionHolder & { id: string }; mayCallAll: boolean },
  message: Pick<MessageToPost, "id" | "channelId" | "content" | "parentId"> & {
    mentionIds: readonly string[];
  },
): Promise<PostedWithParts | undefined> {
  assertMayChat(owner);
  const input = { ...message, attachmentIds: [] };
  const sentHash = hashOf(input);
  const earlier = await findSentHash(tx, input.id);
  if (earlier?.equals(sentHash)) return undefined;
  if (earlier) throw new AppError("message_id_taken");
  return postWithParts(deps, tx, author, input, { sentHash, memberId: owner.id, mayCallAll });
}

/** Broadcasts a message that was written, and the change of its thread. */
export async function broadcastPosted(
  { people, realtime }: Pick<StreamDependencies, "people" | "realtime">,
  posted: PostedWithParts,
): Promise<void> {
  sendMessage(realtime, "message.posted", posted.message, posted.hereIds ?? null);
  if (!posted.thread) return;
  const { parent, followerIds } = posted.thread;
  // Includes mentioned people who no longer follow the thread.
  const calledIds = posted.message.mentions.map(({ id }) => id);
  const shown = await peopleIn(people, [parent]);
  sendChange(realtime, presentMessage(parent, shown, posted.message.author.id), parent.here_ids);
  sendFollowers(realtime, [...followerIds, ...calledIds], parent.id);
}

/** Reasons against new messages. A repeated request for an earlier message still gets its response. */
const laterObstacles: readonly ErrorCode[] = [
  "channel_archived",
  "owners_only",
  "person_left",
  "guest_apart",
];

/**
 * Handles a refused message: if it was sent before, the earlier response is returned, because the sender did not
 * receive it.
 * @throws {AppError} `message_id_taken` if its ID belongs to something else; `message_not_found` if it has since been
 *   deleted, or the thread's message is deleted; `refusal` if it was not sent before.
 */
async function repeatPost(
  { db, people }: MessageSources,
  authorId: string,
  input: { id: string; channelId: string },
  sentHash: Buffer,
  refusal: unknown,
): Promise<Message> {
  const violated = violatedBy(refusal);
  if (violated === "messages_parent_id_fkey") throw new AppError("message_not_found");
  const isTaken = violated === "messages_pkey";
  const isLate = refusal instanceof AppError && laterObstacles.includes(refusal.code);
  if (!isTaken && !isLate) throw refusal;

  const row = await findMessage(db, input.id);
  const isTheirs = row && row.author_id === authorId && row.channel_id === input.channelId;
  if (isTheirs && row.deleted_at) throw new AppError("message_not_found");
  const hash = isTheirs && (await findSentHash(db, input.id));
  if (hash && isSentAgain({ byId: row.author_id, hash }, { byId: authorId, hash: sentHash }))
    return presentMessage(row, await peopleIn(people, [row]), authorId);
  throw isTaken ? new AppError("message_id_taken") : refusal;
}

interface PostDependencies extends StreamDependencies, Pick<SliceContext, "hereElsewhere"> {
  insertPlain: (message: PlainMessage) => Promise<Message>;
}

/**
 * Posts a message and broadcasts it to everyone in the channel. Specification, sections 5 and 7 (chat). A message with
 * only text, as nearly all are, is part of a batched statement; one with a thread, mentions or files needs a
 * transaction.
 * @throws {AppError} `channel_not_found` if the author is not a member; `channel_archived`, `owners_only` or
 *   `person_left` or `guest_apart` if nothing may be written there; `message_id_taken` if the ID belongs to something else;
 *   `message_not_found` if the message was sent before and has since been deleted, or the thread's message is deleted;
 *   `attachment_not_found` if a file is not the author's, or was already sent.
 */
export async function postMessage(
  deps: PostDependencies,
  author: Author,
  input: MessageToPost,
): Promise<Message> {
  const { db, insertPlain } = deps;
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
      : await transact(db, (tx) => postWithParts(deps, tx, author, input, { sentHash }));
    await broadcastPosted(deps, posted);
    return posted.message;
  } catch (error) {
    return repeatPost(deps, author.id, input, sentHash, error);
  }
}

/** Returns a hash of everything that was sent, so that a repeated request is recognised even after an edit. */
function hashOf({ content, parentId, mentionIds, attachmentIds }: MessageToPost): Buffer {
  return hashSent(content, parentId, mentionIds.toSorted(), attachmentIds);
}
