import type { Message } from "@atoll/contract/chat/schemas";
import { callReader, type Mention } from "@atoll/contract/mentions";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/**
 * Returns those of the given people whose names are in the text and who are members of the channel. Others are ignored
 * without an error, because they may have just left.
 */
export async function resolveMentions(
  tx: Database,
  channelId: string,
  content: string,
  ids: readonly string[],
): Promise<Mention[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("channel_members as m")
    .innerJoin("profiles as p", "p.id", "m.user_id")
    .select(["p.id", "p.name"])
    .where("m.channel_id", "=", channelId)
    .where("m.user_id", "in", [...ids])
    .orderBy("p.id")
    .execute();
  const isCalled = callReader(content);
  return rows.filter(({ name }) => isCalled(name));
}

/**
 * Adds a message's mentions to the index; existing ones stay. Authors do not mention themselves. A mention in a reply
 * stays unread until the person has read the thread.
 */
export async function indexMentions(
  tx: Database,
  message: Pick<Message, "id" | "channelId" | "parentId" | "seq" | "createdAt"> & { authorId: string },
  mentions: readonly Mention[],
): Promise<void> {
  const called = mentions.filter(({ id }) => id !== message.authorId);
  if (called.length === 0) return;
  await tx
    .insertInto("message_mentions")
    .values(
      called.map(({ id }) => ({
        message_id: message.id,
        user_id: id,
        channel_id: message.channelId,
        seq: message.seq,
        is_reply: message.parentId !== null,
        waits: sql<boolean>`${message.parentId !== null} AND ${message.seq} > coalesce((
          SELECT f.last_read_seq FROM thread_followers f
          WHERE f.message_id = ${message.parentId} AND f.user_id = ${id}), 0)`,
        created_at: new Date(message.createdAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Removes a message's mentions from the index, except for those of some people.
 * @returns the people who are no longer mentioned.
 */
export async function dropMentions(
  tx: Database,
  messageId: string,
  keptIds: readonly string[] = [],
): Promise<string[]> {
  const rows = await tx
    .deleteFrom("message_mentions")
    .where("message_id", "=", messageId)
    .where(sql<boolean>`user_id <> ALL(${[...keptIds]}::uuid[])`)
    .returning("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}
