import { canChangeMessage } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Change } from "@atoll/contract/chat/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { discardFilesOf } from "../../files/public.ts";
import { messageFiles } from "../message-files.ts";
import { findMessage, type MessageRow, pinnedIn } from "../message-queries.ts";
import { refreshNotificationsOfMessage } from "../notifications/notify-of-message.ts";
import { assertMayChat } from "../policy.ts";
import { isGone, peopleIn, presentChange, presentMessage, withPeople } from "../present.ts";
import { accessChannel, accessManagedChannel, accessMessage } from "../public.ts";
import { changeStream, type StreamDependencies, sendChange, type Target } from "../stream/stream.ts";
import type { Place, Taking } from "../stream/take-number.ts";
import { sendFollowers, updateFollowers } from "../threads/count-reply.ts";
import { clearedMessage } from "./cleared-message.ts";
import { editMessage } from "./edit-message.ts";
import { readChanges, readHistory, readPart } from "./history.ts";
import { plainMessageInserts } from "./insert-messages.ts";
import { pinMessage } from "./pin-message.ts";
import { postMessage } from "./post-message.ts";
import { reactToMessage } from "./react-to-message.ts";
import { dropMentions } from "./write-mentions.ts";

/** Registers the routes for reading and changing messages. Specification, sections 4, 5 and 7 (chat). */
export function registerMessages({ routes, db, people, realtime, hereElsewhere }: SliceContext): void {
  const deps = { db, people, realtime, hereElsewhere, insertPlain: plainMessageInserts(db) };

  routes.route(chatRoutes.listMessages, async ({ params: { channelId }, query }, { viewer }) => {
    assertMayChat(viewer);
    return readPart(
      () => readHistory(deps, { channelId, readerId: viewer.id }, query),
      async () => (await accessChannel(db, viewer, channelId)).head,
    );
  });

  routes.route(chatRoutes.listChanges, async ({ params: { channelId }, query }, { viewer }) => {
    assertMayChat(viewer);
    return readPart(
      () => readChanges(deps, { channelId, readerId: viewer.id }, query),
      async () => (await accessChannel(db, viewer, channelId)).head,
    );
  });

  routes.route(chatRoutes.postMessage, async ({ params, body }, { viewer }) => {
    assertMayChat(viewer);
    return { message: await postMessage(deps, viewer, { ...body, channelId: params.channelId }) };
  });

  routes.route(chatRoutes.getMessage, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    const row = await findMessage(db, target.id);
    if (!row || isGone(row)) throw new AppError("message_not_found");
    const channel = { id: target.channel_id, name: target.channel_name, type: target.channel_type };
    return { message: presentMessage(row, await peopleIn(people, [row]), viewer.id), channel };
  });

  routes.route(chatRoutes.editMessage, async ({ params, body }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    assertAuthor(viewer, target);
    return { message: await editMessage(deps, viewer.id, target, body) };
  });

  routes.route(chatRoutes.deleteMessage, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    return { message: await deleteMessage(deps, viewer, target) };
  });

  for (const [route, isOn] of [
    [chatRoutes.addReaction, true],
    [chatRoutes.removeReaction, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const target = await accessMessage(db, viewer, params.messageId);
      return { message: await reactToMessage(deps, viewer.id, target, { emoji: params.emoji, isOn }) };
    });
  }

  routes.route(chatRoutes.listReactors, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    const row = await findMessage(db, target.id);
    if (!row || row.deleted_at) throw new AppError("message_not_found");
    const ids = [...(row.reactions ?? []), ...(row.poll?.options ?? [])].flatMap(({ userIds }) => userIds);
    return { people: [...(await people.of(ids)).values()] };
  });

  for (const [route, isPinned] of [
    [chatRoutes.pinMessage, true],
    [chatRoutes.unpinMessage, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const target = await accessMessage(db, viewer, params.messageId);
      return { message: await pinMessage(deps, viewer.id, target, isPinned) };
    });
  }

  routes.route(chatRoutes.listPins, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const rows = await pinnedIn(db, channel.id);
    return { messages: await withPeople(people, viewer.id, rows, presentMessage) };
  });
}

function assertAuthor(viewer: { id: string }, { author_id: id }: { author_id: string }): void {
  if (!canChangeMessage(viewer, { author: { id } })) throw new AppError("forbidden");
}

/**
 * Deletes a message: its text, files, reactions and pin are removed from the database, and its number stays. A message
 * with replies leaves a tombstone in its place. Idempotent, with the same response. Also works in an archived channel.
 * Specification, section 5.
 * @throws {AppError} `message_not_found` if nothing of the message is left; `forbidden` for a message of somebody else.
 */
async function deleteMessage(
  { db, people, realtime }: StreamDependencies,
  viewer: PermissionHolder & { id: string },
  target: Target & { author_id: string; parent_id: string | null },
): Promise<Change> {
  const { id, parent_id: parentId } = target;
  const userId = viewer.id;
  const taking: Taking = { doing: "delete", howMany: parentId ? 2 : 1 };
  const done = await changeStream(db, userId, target, taking, async (tx, last) => {
    await assertMayDelete(tx, viewer, target);
    const place = { ...last, seq: parentId ? last.seq - 1 : last.seq };
    const calledIds = await clear(tx, id, place);
    if (!calledIds) return undefined;
    const parent = parentId ? await uncountReply(tx, parentId, last.seq) : undefined;
    await refreshNotificationsOfMessage(tx, target);
    const followerIds = parentId ? await updateFollowers(tx, parentId) : [];
    return { row: await findMessage(tx, id), parent, followerIds: [...followerIds, ...calledIds] };
  });
  const row = done?.row ?? (await findMessage(db, id));
  if (!row) throw new AppError("message_not_found");
  const parent = done?.parent;
  const shown = await peopleIn(people, parent ? [row, parent] : [row]);
  const change = presentChange(row, shown, userId);
  if (!done) return change;

  sendChange(realtime, change, row.here_ids);
  if (parent) sendChange(realtime, presentChange(parent, shown, userId), parent.here_ids);
  sendFollowers(realtime, done.followerIds, parentId ?? id);
  return change;
}

/** Authors delete their messages. A program does not, so those who manage its channel do. */
async function assertMayDelete(
  tx: Database,
  viewer: PermissionHolder & { id: string },
  target: Target & { author_id: string },
): Promise<void> {
  if (canChangeMessage(viewer, { author: { id: target.author_id } })) return;
  const program = await tx
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", target.author_id)
    .where("is_program", "=", true)
    .executeTakeFirst();
  if (!program) throw new AppError("forbidden");
  await accessManagedChannel(tx, viewer, target.channel_id);
}

/** @returns the people it mentioned; undefined if it was already deleted. */
async function clear(tx: Database, messageId: string, { seq, at }: Place): Promise<string[] | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable("messages")
    .set({ ...clearedMessage, changed_seq: seq, deleted_at: at, updated_at: at })
    .where("id", "=", messageId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const calledIds = await dropMentions(tx, messageId);
  await tx.deleteFrom("message_reactions").where("message_id", "=", messageId).execute();
  await tx.deleteFrom("poll_votes").where("message_id", "=", messageId).execute();
  await tx.deleteFrom("saved_messages").where("message_id", "=", messageId).execute();
  await discardFilesOf(tx, { kind: messageFiles.kind, id: messageId });
  return calledIds;
}

/** Counts the thread's remaining replies for its first message. */
async function uncountReply(tx: Database, parentId: string, seq: number): Promise<MessageRow | undefined> {
  await sql`
    UPDATE messages p SET changed_seq = ${seq}, reply_count = left_over.count, last_reply_at = left_over.at,
      last_reply_seq = coalesce(left_over.seq, 0), replier_ids = coalesce(left_over.replier_ids, '{}')
    FROM (
      SELECT count(*) AS count, max(r.created_at) AS at, max(r.seq) AS seq,
        (SELECT array_agg(f.author_id ORDER BY f.latest DESC) FROM (
          SELECT author_id, max(seq) AS latest FROM messages
          WHERE parent_id = ${parentId} AND deleted_at IS NULL GROUP BY author_id ORDER BY latest DESC LIMIT 3
        ) f) AS replier_ids
      FROM messages r WHERE r.parent_id = ${parentId} AND r.deleted_at IS NULL
    ) left_over
    WHERE p.id = ${parentId}`.execute(tx);
  return findMessage(tx, parentId);
}
