import type { Head } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { presentHead } from "./present.ts";
import { selectHeads } from "./queries.ts";
import { chatterRoom } from "./rooms.ts";

/**
 * Moves a person's read mark forward, never back and never past the channel's last change, and tells their
 * other devices. Specification, section 4 (chat).
 * @throws {AppError} `channel_not_found` when they are no member (any more).
 */
export async function markRead(
  deps: { db: Database; realtime: Realtime },
  userId: string,
  channelId: string,
  seq: number,
): Promise<Head> {
  const moved = await sql`
    UPDATE channel_members m SET last_read_seq = least(${seq}, c.head), last_read = now()
    FROM channels c
    WHERE c.id = m.channel_id AND m.channel_id = ${channelId} AND m.user_id = ${userId}
      AND m.last_read_seq < least(${seq}, c.head)`.execute(deps.db);
  const row = await selectHeads(deps.db, userId).where("m.channel_id", "=", channelId).executeTakeFirst();
  if (!row) throw new AppError("channel_not_found");
  const head = presentHead(row);
  if (moved.numAffectedRows && moved.numAffectedRows > 0n)
    deps.realtime.send(chatterRoom(userId), "channel.read", head);
  return head;
}
