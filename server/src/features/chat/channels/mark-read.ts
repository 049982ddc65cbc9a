import type { Head } from "@atoll/contract/chat/schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { readPlace } from "../../notifications/public.ts";
import { type HeadRow, selectHeads, unreadColumns } from "../channel-queries.ts";
import { presentHead } from "../present.ts";
import { chatterRoom } from "../rooms.ts";

type Deps = { db: Database; realtime: Realtime };

/**
 * Moves a person's read mark forward, never back and never past the channel's last change, and notifies their devices.
 * Specification, section 4 (chat).
 * @throws {AppError} `channel_not_found` if they are not a member.
 */
export async function markRead(deps: Deps, userId: string, channelId: string, seq: number): Promise<Head> {
  const to = sql<number>`greatest(m.last_read_seq, least(${seq}, c.head))`;
  // Reading also clears the note about who added the member.
  const when = sql<boolean>`(m.last_read_seq < ${to} OR m.added_by IS NOT NULL)`;
  return moveMark(deps, userId, channelId, { to, when });
}

/**
 * Moves a person's read mark back to just before a number, and notifies their devices.
 * @throws {AppError} `channel_not_found` if they are not a member.
 */
export async function markUnread(deps: Deps, userId: string, channelId: string, seq: number): Promise<Head> {
  const to = sql<number>`${seq - 1}`;
  return moveMark(deps, userId, channelId, { to, when: sql<boolean>`m.last_read_seq > ${to}` });
}

/**
 * Moves the mark and counts from there in one statement: of two concurrent moves, the later one is also broadcast
 * later, so that devices end with the current state.
 */
async function moveMark(
  { db, realtime }: Deps,
  userId: string,
  channelId: string,
  { to, when }: { to: RawBuilder<number>; when: RawBuilder<boolean> },
): Promise<Head> {
  const { rows } = await sql<HeadRow>`
    WITH moved AS (
      UPDATE channel_members m SET last_read_seq = ${to}, last_read = now(), added_by = NULL
      FROM channels c
      WHERE c.id = m.channel_id AND m.channel_id = ${channelId} AND m.user_id = ${userId} AND ${when}
      RETURNING m.channel_id, m.last_read_seq
    )
    SELECT c.id, c.head, m.last_read_seq, false AS is_added, ${unreadColumns(userId)}
    FROM moved m JOIN channels c ON c.id = m.channel_id`.execute(db);
  const moved = rows[0];
  if (!moved) {
    const row = await selectHeads(db, userId, channelId).executeTakeFirst();
    if (!row) throw new AppError("channel_not_found");
    return presentHead(row);
  }
  const head = presentHead(moved);
  realtime.send(chatterRoom(userId), "channel.read", head);
  await readPlace(db, userId, { id: channelId, seq: head.lastReadSeq });
  return head;
}
