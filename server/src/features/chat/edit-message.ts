import type { Message } from "@atoll/contract/chat/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { presentMessage } from "./present.ts";
import { findMessage } from "./queries.ts";
import { channelRoom } from "./rooms.ts";
import { changeChannel } from "./stream.ts";

/**
 * Replaces the text of a message. The same text again changes nothing. Specification, section 5.
 * @throws {AppError} `message_not_found` when it was deleted, also a moment ago by another device.
 */
export async function editMessage(
  deps: { db: Database; realtime: Realtime },
  target: { id: string; channelId: string },
  content: string,
): Promise<Message> {
  const current = await findMessage(deps.db, target.id);
  if (!current || current.deleted_at) throw new AppError("message_not_found");
  if (current.content === content) return presentMessage(current);

  const message = await changeChannel(deps.db, target.channelId, async (tx, seq) => {
    const now = new Date();
    const { numUpdatedRows } = await tx
      .updateTable("messages")
      .set({ content, changed_seq: seq, edited_at: now, updated_at: now })
      .where("id", "=", target.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    const row = numUpdatedRows > 0n ? await findMessage(tx, target.id) : undefined;
    if (!row) throw new AppError("message_not_found");
    return presentMessage(row);
  });
  deps.realtime.send(channelRoom(target.channelId), "message.edited", {
    channelId: target.channelId,
    seq: message.changedSeq,
    message,
  });
  return message;
}
