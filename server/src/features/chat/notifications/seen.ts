import { sql } from "kysely";
import type { EntryColumns } from "../../../platform/kinds/notification-kinds.ts";

/** SQL: the entry's recipient is in a channel. Found by key, so that it never reads all members. */
export function isMember({ userId }: EntryColumns, channelId: ReturnType<typeof sql<string>>) {
  return sql<boolean>`coalesce((SELECT true FROM channel_members m
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId} LIMIT 1), false)`;
}

/** SQL: the entry's recipient has read its place, a channel, up to the entry. */
export function hasReadChannel({ userId, placeId, lastSeq }: EntryColumns) {
  return sql<boolean>`coalesce((SELECT m.last_read_seq >= ${lastSeq} FROM channel_members m
    WHERE m.channel_id = ${placeId} AND m.user_id = ${userId} LIMIT 1), false)`;
}

/** SQL: the entry's recipient follows its place, a thread, and has read it up to the entry. */
export function hasReadThread({ userId, placeId, lastSeq }: EntryColumns) {
  return sql<boolean>`coalesce((SELECT f.last_read_seq >= ${lastSeq} FROM thread_followers f
    WHERE f.message_id = ${placeId} AND f.user_id = ${userId} LIMIT 1), false)`;
}
