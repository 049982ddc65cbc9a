import { canUseChat } from "@atoll/contract/chat/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type Expression, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Database } from "../../tables.ts";
import { channelRoom, chatterRoom } from "./rooms.ts";

/** Nobody follows more; it bounds what one answer can hold. */
const maxChannelsPerPerson = 1000;
const previewLength = 200;

/** The viewer's channels with all that a list shows. A direct chat appears to the other person with its first message. */
export function selectChannels(db: Database, userId: string) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select((eb) => [
      "c.id",
      "c.name",
      "c.type",
      "c.description",
      "c.department_id",
      "c.member_count",
      "c.last_activity",
      "c.head",
      "m.last_read_seq",
      unreadCount(userId).as("unread"),
      jsonObjectFrom(
        eb
          .selectFrom("channel_members as om")
          .innerJoin("profiles as op", "op.id", "om.user_id")
          .leftJoin("accounts as oa", "oa.id", "op.id")
          .select(["op.id", "op.name", "op.avatar_url", "oa.email"])
          .whereRef("om.channel_id", "=", "c.id")
          .where("om.user_id", "!=", userId)
          .where("c.type", "=", "DIRECT")
          .limit(1),
      ).as("peer"),
      jsonObjectFrom(
        eb
          .selectFrom("messages as x")
          .innerJoin("profiles as ap", "ap.id", "x.author_id")
          .select([
            "x.id",
            "x.seq",
            "x.author_id",
            "ap.name as author_name",
            sql<string>`left(x.content, ${sql.lit(previewLength)})`.as("content"),
            "x.created_at",
          ])
          .whereRef("x.channel_id", "=", "c.id")
          .where("x.deleted_at", "is", null)
          .orderBy("x.seq", "desc")
          .limit(1),
      ).as("last_message"),
    ])
    .where("m.user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("c.type", "!=", "DIRECT"), eb("c.head", ">", 0), eb("c.created_by", "=", userId)]),
    )
    .orderBy("c.last_activity", "desc")
    .orderBy("c.id")
    .limit(maxChannelsPerPerson);
}

export type ChannelRow = Awaited<ReturnType<ReturnType<typeof selectChannels>["execute"]>>[number];

/** Where the viewer stands in each channel: no text, so that it can be asked for every minute. */
export function selectHeads(db: Database, userId: string) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select(["c.id", "c.head", "m.last_read_seq", unreadCount(userId).as("unread")])
    .where("m.user_id", "=", userId)
    .limit(maxChannelsPerPerson);
}

export type HeadRow = Awaited<ReturnType<ReturnType<typeof selectHeads>["execute"]>>[number];

/** Messages with their authors, as `presentMessage` wants them, and the channel's number in the same snapshot. */
export function selectMessages(db: Database) {
  return db
    .selectFrom("messages as x")
    .innerJoin("channels as c", "c.id", "x.channel_id")
    .innerJoin("profiles as p", "p.id", "x.author_id")
    .leftJoin("accounts as a", "a.id", "x.author_id")
    .select([
      "x.id",
      "x.channel_id",
      "x.seq",
      "x.changed_seq",
      "x.content",
      "x.created_at",
      "x.updated_at",
      "x.edited_at",
      "x.deleted_at",
      "x.author_id",
      "x.sent_hash",
      "p.name",
      "p.avatar_url",
      "a.email",
      "c.head",
    ]);
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

/** The newest `limit` messages before a number (or at all), newest first; one more tells that there are older ones. */
export function pageBefore(
  db: Database,
  channelId: string,
  before: number | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return selectMessages(db)
    .where("x.channel_id", "=", channelId)
    .where("x.deleted_at", "is", null)
    .$if(before !== undefined, (query) => query.where("x.seq", "<", before ?? 0))
    .orderBy("x.seq", "desc")
    .limit(limit + 1)
    .execute();
}

/** What changed after a number, in order of change; one more than `limit` tells that there is more. */
export function changesSince(
  db: Database,
  channelId: string,
  since: number,
  limit: number,
): Promise<MessageRow[]> {
  return selectMessages(db)
    .where("x.channel_id", "=", channelId)
    .where("x.changed_seq", ">", since)
    .orderBy("x.changed_seq")
    .limit(limit + 1)
    .execute();
}

export function findMessage(db: Database, messageId: string): Promise<MessageRow | undefined> {
  return selectMessages(db).where("x.id", "=", messageId).executeTakeFirst();
}

export function selectMembers(db: Database, channelId: string, offset: number, limit: number) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("profiles as p", "p.id", "m.user_id")
    .leftJoin("accounts as a", "a.id", "m.user_id")
    .select(["p.id", "p.name", "p.avatar_url", "a.email"])
    .where("m.channel_id", "=", channelId)
    .orderBy("p.name")
    .orderBy("p.id")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The realtime rooms that a person's sockets belong in: none without team chat. */
export async function chatRoomsOf(
  db: Database,
  viewer: PermissionHolder & { id: string },
): Promise<string[]> {
  if (!canUseChat(viewer)) return [];
  const rows = await db
    .selectFrom("channel_members")
    .select("channel_id")
    .where("user_id", "=", viewer.id)
    .execute();
  return [chatterRoom(viewer.id), ...rows.map((row) => channelRoom(row.channel_id))];
}

/**
 * Messages of others after the read mark that were not deleted. Numbers are compared first: nothing is counted
 * where nothing was posted since, which is the case of nearly every channel.
 */
function unreadCount(userId: string): Expression<number> & { as: ReturnType<typeof sql<number>>["as"] } {
  return sql<number>`CASE WHEN c.last_post_seq > m.last_read_seq THEN (
    SELECT count(*) FROM messages u
    WHERE u.channel_id = c.id AND u.seq > m.last_read_seq AND u.deleted_at IS NULL AND u.author_id <> ${userId}
  ) ELSE 0 END`;
}
