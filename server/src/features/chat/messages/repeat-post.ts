import type { Message } from "@atoll/contract/chat/schemas";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { AppError } from "../../../platform/app-error.ts";
import { isSentAgain } from "../../../platform/create-once.ts";
import { violatedBy } from "../../../platform/database/or-refuse.ts";
import { findMessage, findSentHash } from "../message-queries.ts";
import { type MessageSources, peopleIn, presentMessage } from "../present.ts";

/** Reasons against new messages. A repeated request for an earlier message still gets its response. */
const laterObstacles: readonly ErrorCode[] = ["channel_archived", "owners_only", "person_left"];

/**
 * Handles a refused message: if it was sent before, the earlier response is returned, because the sender did not
 * receive it.
 * @throws {AppError} `message_id_taken` if its ID belongs to something else; `message_not_found` if it has since been
 *   deleted, or the thread's message is deleted; `refusal` if it was not sent before.
 */
export async function repeatPost(
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
