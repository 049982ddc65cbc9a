import type { Tombstone } from "@atoll/contract/chat/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { presentTombstone } from "./present.ts";
import { findMessage } from "./queries.ts";
import { channelRoom } from "./rooms.ts";
import { changeChannel } from "./stream.ts";

/**
 * Deletes a message: its text is gone from the database, its place in the stream stays. Doing it again changes
 * nothing and gives the same answer. Specification, section 5.
 * @throws {AppError} `message_not_found` when the message is gone altogether.
 */
export async function deleteMessage(
  deps: { db: Database; realtime: Realtime },
  target: { id: string; channelId: string },
): Promise<Tombstone> {
  const deleted = await changeChannel(deps.db, target.channelId, async (tx, seq) => {
    const now = new Date();
    const { numUpdatedRows } = await tx
      .updateTable("messages")
      .set({ content: "", changed_seq: seq, deleted_at: now, updated_at: now })
      .where("id", "=", target.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AlreadyDeleted();
    return findMessage(tx, target.id);
  }).catch((error: unknown) => {
    if (error instanceof AlreadyDeleted) return undefined;
    throw error;
  });
  const row = deleted ?? (await findMessage(deps.db, target.id));
  if (!row) throw new AppError("message_not_found");
  const tombstone = presentTombstone(row);
  if (deleted) {
    deps.realtime.send(channelRoom(target.channelId), "message.deleted", {
      channelId: target.channelId,
      seq: tombstone.changedSeq,
      message: tombstone,
    });
  }
  return tombstone;
}

/** Undoes the transaction, and with it the number that was taken. */
class AlreadyDeleted extends Error {}
