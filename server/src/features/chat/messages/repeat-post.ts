import type { Message } from "@atoll/contract/chat/schemas";
import type { ErrorCode } from "@atoll/contract/errors";
import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
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
  if (violates(refusal, "messages_parent_id_fkey")) throw new AppError("message_not_found");
  const isTaken = violates(refusal, "messages_pkey");
  const isLate = refusal instanceof AppError && laterObstacles.includes(refusal.code);
  if (!isTaken && !isLate) throw refusal;

  const row = await findMessage(db, input.id);
  const isTheirs = row && row.author_id === authorId && row.channel_id === input.channelId;
  if (isTheirs && row.deleted_at) throw new AppError("message_not_found");
  if (isTheirs && (await findSentHash(db, input.id))?.equals(sentHash))
    return presentMessage(row, await peopleIn(people, [row]));
  throw isTaken ? new AppError("message_id_taken") : refusal;
}

function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
