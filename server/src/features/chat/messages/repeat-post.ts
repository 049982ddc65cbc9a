import type { Message } from "@atoll/contract/chat/schemas";
import type { ErrorCode } from "@atoll/contract/errors";
import { AppError } from "../../../platform/app-error.ts";
import { isSentAgain } from "../../../platform/create-once.ts";
import { violatedBy } from "../../../platform/database/or-refuse.ts";
import { findMessage, findSentHash } from "../message-queries.ts";
import { type MessageSources, peopleIn, presentMessage } from "../present.ts";

/** Nothing new may be written there any more; what was written before is still answered. */
const laterObstacles: readonly ErrorCode[] = ["channel_archived", "owners_only", "person_left"];

/**
 * A message was refused. If it was sent before, its answer is given again: whoever sends it once more has not heard
 * that it arrived.
 * @throws {AppError} `message_id_taken` when its id belongs to something else; `message_not_found` when it was deleted
 *   since, or the thread's message is gone; `refusal` when it was not sent before.
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
    return presentMessage(row, await peopleIn(people, [row]));
  throw isTaken ? new AppError("message_id_taken") : refusal;
}
