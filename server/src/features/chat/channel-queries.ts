import { maxGroupSize } from "@atoll/contract/chat/channel-schemas";
import { canUseChat } from "@atoll/contract/chat/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type Expression, type RawBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { batchReads } from "../../platform/database/batch-reads.ts";
import { byName } from "../../platform/database/by-name.ts";
import type { Database } from "../../tables.ts";
import { callsAmongAll } from "./here/find-here.ts";
import { channelRoom, chatterRoom } from "./rooms.ts";

/** Limits the size of a response. Nobody is in more channels. */
const maxChannelsPerPerson = 1000;
const previewLength = 200;
const maxPeers = 8;

/** Selects the viewer's channels as lists show them, or only the given one, if it is in the list. */
export function selectChannels(db: Database, userId: string, channelId?: string) {
  return selectMemberships(db, userId)
    .where(isListed(userId))
    .$if(channelId !== undefined, (query) => query.where("c.id", "=", channelId ?? ""))
    .orderBy("c.last_activity", "desc")
    .orderBy("c.id")
    .limit(sql.lit(maxChannelsPerPerson));
}

/** Selects one of the viewer's channels, including a direct chat that is not in their list yet. */
export function selectChannel(db: Database, userId: string, channelId: string) {
  return selectMemberships(db, userId).where("c.id", "=", channelId);
}

function selectMemberships(db: Database, userId: string) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select((eb) => [
      "c.id",
      "c.name",
      "c.type",
      "c.topic",
      "c.description",
      "c.department_id",
      "c.follows_department",
      "c.is_owners_only",
      "c.archived_at",
      "c.member_count",
      hasGuests.as("has_guests"),
      "c.last_activity",
      "c.head",
      "m.last_read_seq",
      "m.is_owner",
      "m.notify",
      "m.is_muted",
      unreadCount(userId).as("unread"),
      unreadMentions(userId).as("unread_mentions"),
      threadMentions(userId).as("thread_mentions"),
      jsonObjectFrom(
        eb.selectFrom("profiles as by").select(["by.id", "by.name"]).whereRef("by.id", "=", "m.added_by"),
      ).as("added_by"),
      eb
        .exists(
          eb
            .selectFrom("user_channel_stars as st")
            .select("st.channel_id")
            .whereRef("st.channel_id", "=", "c.id")
            .where("st.user_id", "=", userId),
        )
        .as("is_starred"),
      jsonArrayFrom(
        eb
          // The limit tells PostgreSQL that there are few rows. Otherwise it plans for a large channel and reads all
          // profiles.
          .selectFrom(
            eb
              .selectFrom("channel_members as dm")
              .select("dm.user_id")
              .whereRef("dm.channel_id", "=", "c.id")
              .where("dm.user_id", "!=", userId)
              .where("c.type", "=", "DIRECT")
              .limit(sql.lit(maxGroupSize))
              .as("om"),
          )
          .innerJoin("profiles as op", "op.id", "om.user_id")
          .leftJoin("accounts as oa", "oa.id", "op.id")
          .select(["op.id", "op.name", "op.avatar_url", "op.is_program", "oa.email"])
          .select(sql<boolean>`(oa.guest_until IS NOT NULL)`.as("is_guest"))
          .orderBy(byName("op.name"))
          .limit(sql.lit(maxPeers)),
      ).as("peers"),
      lastMessage(db).as("last_message"),
    ])
    .where("m.user_id", "=", userId);
}

export type ChannelRow = Awaited<ReturnType<ReturnType<typeof selectChannels>["execute"]>>[number];

/** SQL: guests whose access has not ended are in channel `c`. Found at once for all channels of a statement. */
export const hasGuests = sql<boolean>`(c.id IN (SELECT gm.channel_id FROM channel_members gm
  JOIN accounts ga ON ga.id = gm.user_id WHERE ga.guest_until > now() AND ga.disabled_at IS NULL))`;

/** SQL: the last message of channel `c`, as lists show it. */
export function lastMessage(db: Database) {
  return jsonObjectFrom(
    db
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
      .where("x.channel_id", "=", sql.ref<string>("c.id"))
      .where("x.deleted_at", "is", null)
      .where("x.parent_id", "is", null)
      .orderBy("x.seq", "desc")
      .limit(sql.lit(1)),
  );
}

/** A person, or a column of people in a statement about several. */
type UserId = string | Expression<string>;

/** Selects the read positions in each listed channel, or in one, without texts, so that they are cheap to poll. */
export function selectHeads(db: Database, userId: UserId, channelId?: string) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select([
      "c.id",
      "c.head",
      "m.last_read_seq",
      sql<boolean>`m.added_by IS NOT NULL`.as("is_added"),
      unreadCount(userId).as("unread"),
      unreadMentions(userId).as("unread_mentions"),
      threadMentions(userId).as("thread_mentions"),
    ])
    .where("m.user_id", "=", userId)
    .$if(channelId === undefined, (query) => query.where(isListed(userId)))
    .$if(channelId !== undefined, (query) => query.where("c.id", "=", channelId ?? ""))
    .orderBy("c.last_activity", "desc")
    .orderBy("c.id")
    .limit(sql.lit(maxChannelsPerPerson));
}

export type HeadRow = Awaited<ReturnType<ReturnType<typeof selectHeads>["execute"]>>[number];

/** Returns a function that finds the realtime rooms of a viewer: none without team chat. */
export function createChatRooms(
  db: Database,
): (viewer: PermissionHolder & { id: string }) => Promise<string[]> {
  const findChannels = batchReads(async (userIds) => {
    const rows = await db
      .selectFrom("channel_members")
      .select(["user_id", sql<string[]>`array_agg(channel_id)::text[]`.as("ids")])
      .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
      .groupBy("user_id")
      .execute();
    return new Map(rows.map((row) => [row.user_id, row.ids]));
  });
  return async (viewer) => {
    if (!canUseChat(viewer)) return [];
    const channelIds = (await findChannels(viewer.id)) ?? [];
    return [chatterRoom(viewer.id), ...channelIds.map(channelRoom)];
  };
}

/** SQL: a direct chat is in the others' lists once it has a message. */
function isListed(userId: UserId): RawBuilder<boolean> {
  return sql<boolean>`(c.type <> 'DIRECT' OR c.head > 0 OR c.created_by = ${userId})`;
}

/** SQL: the unread counts of membership `m` in channel `c`. */
export function unreadColumns(userId: string): RawBuilder<unknown> {
  return sql`${unreadCount(userId)} AS unread, ${unreadMentions(userId)} AS unread_mentions,
    ${threadMentions(userId)} AS thread_mentions`;
}

/**
 * SQL: counts messages of others after the read mark, without replies and deleted ones. Numbers are compared first, so
 * that channels without new messages, which nearly all are, need no count.
 */
function unreadCount(userId: UserId): RawBuilder<number> {
  return sql<number>`CASE WHEN c.last_post_seq > m.last_read_seq THEN (
    SELECT count(*) FROM messages u
    WHERE u.channel_id = c.id AND u.seq > m.last_read_seq AND u.deleted_at IS NULL AND u.parent_id IS NULL
      AND u.author_id <> ${userId}
  ) ELSE 0 END`;
}

/** SQL: counts the unread messages that mention the person, and those that mention everyone without naming them. */
function unreadMentions(userId: UserId): RawBuilder<number> {
  return sql<number>`CASE WHEN c.last_post_seq > m.last_read_seq THEN (
    SELECT count(*) FROM message_mentions n
    WHERE n.user_id = ${userId} AND n.channel_id = c.id AND n.seq > m.last_read_seq AND NOT n.is_reply
  ) + (
    SELECT count(*) FROM messages u
    WHERE u.channel_id = c.id AND u.seq > m.last_read_seq AND u.mentions_all IS NOT NULL
      AND ${callsAmongAll({ mentionsAll: sql`u.mentions_all`, hereIds: sql`u.here_ids` }, sql`${userId}`)}
      AND u.deleted_at IS NULL AND u.parent_id IS NULL AND u.author_id <> ${userId}
      AND NOT EXISTS (SELECT FROM message_mentions n WHERE n.message_id = u.id AND n.user_id = ${userId})
  ) ELSE 0 END`;
}

/** SQL: counts replies that mention the person in threads they have not read. A partial index contains only these. */
function threadMentions(userId: UserId): RawBuilder<number> {
  return sql<number>`(
    SELECT count(*) FROM message_mentions n WHERE n.user_id = ${userId} AND n.channel_id = c.id AND n.waits
  )`;
}
