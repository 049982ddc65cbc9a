import { canManageChannel, canUseChat } from "@atoll/contract/chat/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { directName } from "./channels/direct-name.ts";
import { recordChannelAct } from "./members/record-channel-act.ts";
import { assertMayChat } from "./policy.ts";
import { isGone } from "./present.ts";

export { directName } from "./channels/direct-name.ts";
export { findChannelsCalled } from "./channels-called.ts";
export { findPlaceBefore, finishImportedChannel, openImportedChannel } from "./imported/imported-channels.ts";
export type { ImportedFile, ImportedMessage, ImportedText } from "./imported/imported-message.ts";
export {
  closeImportedChannels,
  deleteImportedChannel,
  deleteImportedMessages,
} from "./imported/undo-imported.ts";
export { type ReadyMessage, replaceRoot, writeImportedMessages } from "./imported/write-imported.ts";
export { messageFiles } from "./message-files.ts";
export { broadcastExpired, expireMessages, purgeMessages } from "./messages/expire-messages.ts";
export { broadcastPosted, type PostedWithParts, writeAsProgram } from "./messages/post-message.ts";
export { addButtons, rewriteMessage } from "./messages/rewrite-message.ts";

/**
 * Makes a new colleague a member of channels, in the transaction that creates their account. Channels that the person
 * who invited them may not join people to any more are left out. Without any, it is the public channel "general", unless
 * they are a guest.
 * Earlier messages count as read. The audit log has an entry for each channel.
 * @returns the channel to say hello in, if there is one.
 */
export async function joinInvited(
  tx: Database,
  inviter: ChatViewer,
  person: { id: string; name: string; address: string },
  channelIds: readonly string[],
  isGuest = false,
): Promise<string | undefined> {
  const ids = await findChannelsToInviteTo(tx, inviter, channelIds);
  const joined = await sql<{
    id: string;
  }>`INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read, added_by)
    SELECT c.id, ${person.id}, c.head, now(), ${inviter.id} FROM channels c
    WHERE CASE WHEN ${isGuest || ids.length > 0} THEN c.id = ANY(${ids}::uuid[])
      ELSE c.type = 'PUBLIC' AND lower(c.name) = 'general' AND c.archived_at IS NULL AND NOT c.follows_department END
    ORDER BY c.id ON CONFLICT DO NOTHING RETURNING channel_id AS id`.execute(tx);
  for (const { id } of joined.rows)
    await recordChannelAct(tx, person, id, "channel.joined", { personIds: [person.id] });
  const members = new Set(joined.rows.map(({ id }) => id));
  return ids.find((id) => members.has(id)) ?? joined.rows[0]?.id;
}

/** Returns those of the channels that the viewer may add people to, in the same order. */
export async function findChannelsToInviteTo(
  db: Database,
  viewer: ChatViewer,
  channelIds: readonly string[],
): Promise<string[]> {
  if (!canUseChat(viewer)) return [];
  const { rows } = await sql<{ id: string }>`SELECT c.id FROM channels c
    WHERE c.id = ANY(${[...channelIds]}::uuid[]) AND c.type <> 'DIRECT' AND c.archived_at IS NULL
      AND NOT c.follows_department AND (c.type = 'PUBLIC' OR EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${viewer.id}))`.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  return channelIds.filter((id) => found.has(id));
}

/** Takes programs out of the channels that are not public and that a person is not in. */
export async function leavePrivateChannels(
  tx: Database,
  programIds: readonly string[],
  personId: string,
): Promise<void> {
  // In the order of `lockMembers`.
  await sql`SELECT FROM channel_members WHERE user_id = ANY(${[...programIds]}::uuid[])
    ORDER BY channel_id, user_id FOR UPDATE`.execute(tx);
  await sql`DELETE FROM channel_members m USING channels c
    WHERE m.user_id = ANY(${[...programIds]}::uuid[]) AND c.id = m.channel_id AND c.type <> 'PUBLIC'
      AND NOT EXISTS (SELECT FROM channel_members p WHERE p.channel_id = c.id AND p.user_id = ${personId})`.execute(
    tx,
  );
}

type ChatViewer = PermissionHolder & { id: string };

/**
 * Returns a channel that the viewer is a member of, with the number of its last change.
 * @throws {AppError} `forbidden` without team chat; `channel_not_found` if it does not exist or the viewer is not a
 *   member.
 */
export async function accessChannel(db: Database, viewer: ChatViewer, channelId: string) {
  assertMayChat(viewer);
  const row = await db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select([
      "c.id",
      "c.name",
      "c.type",
      "c.head",
      "c.member_count",
      "c.department_id",
      "c.follows_department",
      "c.is_owners_only",
      "c.archived_at",
      "m.last_read_seq",
      "m.is_owner",
    ])
    .where("m.channel_id", "=", channelId)
    .where("m.user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("channel_not_found");
  return row;
}

/**
 * Returns a message in a channel that the viewer is a member of.
 * @throws {AppError} `forbidden` without team chat; `message_not_found` if it does not exist or the viewer may not read
 *   it.
 */
export async function accessMessage(db: Database, viewer: ChatViewer, messageId: string) {
  assertMayChat(viewer);
  const row = await db
    .selectFrom("messages as x")
    .innerJoin("channel_members as m", "m.channel_id", "x.channel_id")
    .innerJoin("channels as c", "c.id", "x.channel_id")
    .select([
      "x.id",
      "x.channel_id",
      "x.author_id",
      "x.parent_id",
      "x.seq",
      "x.deleted_at",
      "x.reply_count",
      "c.head",
      "c.name as channel_name",
      "c.type as channel_type",
    ])
    .where("x.id", "=", messageId)
    .where("m.user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("message_not_found");
  return row;
}

/**
 * Returns a message that can have a thread: not a reply, and not deleted.
 * @throws {AppError} as `accessMessage`.
 */
export async function accessThread(db: Database, viewer: ChatViewer, messageId: string) {
  const row = await accessMessage(db, viewer, messageId);
  if (row.parent_id || isGone(row)) throw new AppError("message_not_found");
  return row;
}

/**
 * Returns a channel that the viewer is a member of and may manage.
 * @throws {AppError} as `accessChannel`; `direct_channel`, which nobody manages; `forbidden`.
 */
export async function accessManagedChannel(db: Database, viewer: ChatViewer, channelId: string) {
  const channel = await accessChannel(db, viewer, channelId);
  if (channel.type === "DIRECT") throw new AppError("direct_channel");
  if (!canManageChannel(viewer, { type: channel.type, isOwner: channel.is_owner }))
    throw new AppError("forbidden", { detail: "no owner of the channel" });
  return channel;
}

/**
 * Returns a channel that the viewer may join or is already in.
 * @throws {AppError} `forbidden` without team chat; `channel_not_found`, also for a private channel of others;
 *   `channel_archived`; `department_channel`, which only has its department's people.
 */
export async function accessChannelToJoin(db: Database, viewer: ChatViewer, channelId: string) {
  assertMayChat(viewer);
  const row = await db
    .selectFrom("channels as c")
    .leftJoin("channel_members as m", (join) =>
      join.onRef("m.channel_id", "=", "c.id").on("m.user_id", "=", viewer.id),
    )
    .select(["c.id", "c.type", "c.archived_at", "c.follows_department", "m.user_id as member_id"])
    .where("c.id", "=", channelId)
    .executeTakeFirst();
  if (!row || (row.type !== "PUBLIC" && !row.member_id)) throw new AppError("channel_not_found");
  if (row.archived_at) throw new AppError("channel_archived");
  if (row.follows_department && !row.member_id) throw new AppError("department_channel");
  return row;
}

/** Returns whether a person has muted their direct chat with another one. */
export async function hasMutedDirectChat(db: Database, userId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom("channels as c")
    .innerJoin("channel_members as m", "m.channel_id", "c.id")
    .select("m.is_muted")
    .where("c.type", "=", "DIRECT")
    .where("c.name", "=", directName([userId, otherId]))
    .where("m.user_id", "=", userId)
    .executeTakeFirst();
  return row?.is_muted ?? false;
}
