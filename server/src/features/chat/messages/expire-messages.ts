import { type RawBuilder, sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { deleteDraftsFor } from "../../drafts/public.ts";
import { discardFilesOfAll } from "../../files/public.ts";
import { refreshNotifications } from "../../notifications/public.ts";
import { messageFiles } from "../message-files.ts";
import { type MessageRow, selectMessages } from "../message-queries.ts";
import { peopleIn, presentChange } from "../present.ts";
import { sendChange } from "../stream/stream.ts";
import { sendFollowers, updateFollowers } from "../threads/count-reply.ts";
import { clearedMessage } from "./cleared-message.ts";

/** Messages that were deleted, for `broadcastExpired`. */
interface Expired {
  messageCount: number;
  fileCount: number;
  /** The deleted messages, and those that they replied to, in the order of their numbers. */
  rows: readonly MessageRow[];
  followers: readonly { messageId: string; userIds: readonly string[] }[];
  /** The words of the deleted messages, for `queueWords`. */
  words: readonly string[];
}

interface Part {
  channelId: string;
  /** Messages that were created earlier are deleted. */
  before: Date;
  limit: number;
}

/**
 * Deletes the oldest messages of a channel as their authors would, in a transaction of the caller: the text, files,
 * reactions and pins are removed, each takes the next number of the stream, and one with replies keeps its place.
 */
export function expireMessages(tx: Database, { channelId, before, limit }: Part): Promise<Expired> {
  return deleteWhere(tx, channelId, sql`created_at < ${before}`, limit);
}

/** Deletes messages of a person in the same way. */
export function deleteMessagesOf(
  tx: Database,
  { channelId, authorId, limit }: { channelId: string; authorId: string; limit: number },
): Promise<Expired> {
  return deleteWhere(tx, channelId, sql`author_id = ${authorId}`, limit);
}

async function deleteWhere(
  tx: Database,
  channelId: string,
  isDeleted: RawBuilder<unknown>,
  limit: number,
): Promise<Expired> {
  const locked = await sql<{ head: number }>`SELECT head FROM channels WHERE id = ${channelId}
    FOR NO KEY UPDATE`.execute(tx);
  const head = locked.rows[0]?.head;
  const { rows: old } = await sql<{ id: string; parent_id: string | null }>`SELECT id, parent_id FROM messages
    WHERE channel_id = ${channelId} AND deleted_at IS NULL AND ${isDeleted}
    ORDER BY created_at, id LIMIT ${limit}`.execute(tx);
  if (head === undefined || old.length === 0)
    return { messageCount: 0, fileCount: 0, rows: [], followers: [], words: [] };
  const ids = old.map(({ id }) => id);
  const words = await wordsOf(tx, ids);
  const parentIds = [...new Set(old.flatMap(({ parent_id: id }) => id ?? []))];
  const changedIds = [...new Set([...ids, ...parentIds])];

  await tx
    .updateTable("channels")
    .set({ head: head + changedIds.length })
    .where("id", "=", channelId)
    .execute();
  // Each under a number of its own, before the other columns: no two rows may ever have the same one.
  await sql`UPDATE messages m SET changed_seq = ${head}::bigint + n.place
    FROM unnest(${changedIds}::uuid[]) WITH ORDINALITY AS n (id, place) WHERE m.id = n.id`.execute(tx);
  await tx
    .updateTable("messages")
    .set({ ...clearedMessage, deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("id", "in", ids)
    .execute();
  const calledIds = await forgetMarks(tx, ids);
  const fileCount = await discardFilesOfAll(tx, messageFiles.kind, ids);
  await recountReplies(tx, parentIds);
  await forgetDrafts(tx, channelId, changedIds);
  await refreshNotifications(tx, [
    ...ids.map((subjectId) => ({ kind: "chat.mention" as const, subjectId })),
    ...parentIds.map((subjectId) => ({ kind: "chat.reply" as const, subjectId })),
    { kind: "chat.direct" as const, subjectId: channelId },
  ]);
  const followers = calledIds.length > 0 ? [{ messageId: ids[0] ?? channelId, userIds: calledIds }] : [];
  for (const messageId of parentIds)
    followers.push({ messageId, userIds: await updateFollowers(tx, messageId) });
  return {
    ...{ messageCount: ids.length, fileCount, followers, words },
    rows: await selectMessages(tx).where("x.id", "in", changedIds).orderBy("x.changed_seq").execute(),
  };
}

/** Shows the deletions to everyone who looks at the channel. */
export async function broadcastExpired(
  { people, realtime }: Pick<SliceContext, "people" | "realtime">,
  { rows, followers }: Expired,
): Promise<void> {
  const shown = await peopleIn(people, rows);
  for (const row of rows) sendChange(realtime, presentChange(row, shown, row.author_id), row.here_ids);
  for (const { messageId, userIds } of followers) sendFollowers(realtime, userIds, messageId);
}

/** Deletes what people have done with messages. Returns who was mentioned in replies. */
async function forgetMarks(tx: Database, ids: readonly string[]): Promise<string[]> {
  const dropped = await tx
    .deleteFrom("message_mentions")
    .where("message_id", "in", ids)
    .returning(["user_id", "is_reply"])
    .execute();
  for (const table of ["message_reactions", "poll_votes", "saved_messages"] as const)
    await tx.deleteFrom(table).where("message_id", "in", ids).execute();
  return [...new Set(dropped.filter((one) => one.is_reply).map((one) => one.user_id))];
}

/** Counts the replies that remain of threads, for their first messages. */
async function recountReplies(tx: Database, parentIds: readonly string[]): Promise<void> {
  if (parentIds.length === 0) return;
  await sql`UPDATE messages p SET reply_count = rest.count, last_reply_at = rest.at,
      last_reply_seq = coalesce(rest.seq, 0), replier_ids = coalesce(rest.replier_ids, '{}')
    FROM unnest(${[...parentIds]}::uuid[]) AS thread (id), LATERAL (
      SELECT count(*) AS count, max(r.created_at) AS at, max(r.seq) AS seq,
        (SELECT array_agg(f.author_id ORDER BY f.latest DESC) FROM (
          SELECT author_id, max(seq) AS latest FROM messages
          WHERE parent_id = thread.id AND deleted_at IS NULL GROUP BY author_id ORDER BY latest DESC LIMIT 3
        ) f) AS replier_ids
      FROM messages r WHERE r.parent_id = thread.id AND r.deleted_at IS NULL
    ) rest
    WHERE p.id = thread.id`.execute(tx);
}

/** Deletes drafts of replies to messages that nobody can reply to any more. */
async function forgetDrafts(tx: Database, channelId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM messages
    WHERE id = ANY(${[...ids]}::uuid[]) AND deleted_at IS NOT NULL AND reply_count = 0 AND parent_id IS NULL`.execute(
    tx,
  );
  await deleteDraftsFor(
    tx,
    rows.map(({ id }) => `thread/${channelId}/${id}`),
  );
}

/** Returns the words by which search finds messages and their files. */
async function wordsOf(tx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`SELECT DISTINCT w.word FROM (
      SELECT folded FROM message_search WHERE message_id = ANY(${[...ids]}::uuid[])
      UNION ALL SELECT e.title || ' ' || e.folded FROM files f JOIN search_entries e ON e.id = f.id AND e.kind = 'file'
      WHERE f.subject_kind = ${messageFiles.kind} AND f.subject_id = ANY(${[...ids]}::uuid[])
    ) AS found (folded), LATERAL search_parts(found.folded) AS p, unnest(p.words) AS w (word)`.execute(tx);
  return rows.map(({ word }) => word);
}

/**
 * Deletes the rows of messages of a channel that were deleted before an instant, at most `limit`. Browsers that were away
 * for longer load the channel again. Rows of held messages go as well, because what remained would show the hold; a copy
 * is kept elsewhere.
 * @returns how many were deleted.
 */
export async function purgeMessages(
  tx: Database,
  { channelId, before, limit, deletedBefore }: Part & { deletedBefore: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM messages WHERE id IN (
    SELECT m.id FROM messages m
    WHERE m.channel_id = ${channelId} AND m.deleted_at < ${deletedBefore} AND m.created_at < ${before}
      AND NOT EXISTS (SELECT FROM messages r WHERE r.parent_id = m.id)
    ORDER BY m.deleted_at LIMIT ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
