import type { Message } from "@atoll/contract/chat/schemas";
import { callReader, type Mention } from "@atoll/contract/mentions";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/**
 * Those of the wanted people who are called by their name in the text and can read it: members of the channel.
 * Calling somebody else has no effect, and is no error: they may have left a moment ago.
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
 * Writes the index of a message's mentions; what stands there already stays. Who names themselves is not called by it. A
 * reply waits for those whom it calls, until they have read its thread.
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
 * Takes a message's mentions out of the index, but for those of some people.
 * @returns the people for whom it is no mention any more.
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
