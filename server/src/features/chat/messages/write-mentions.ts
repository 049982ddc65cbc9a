import type { Message } from "@atoll/contract/chat/schemas";
import { callReader, type Mention } from "@atoll/contract/mentions";
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

/** Writes the index of a new message's mentions. Who names themselves is not called by it. */
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
        created_at: new Date(message.createdAt),
      })),
    )
    .execute();
}

/** Takes a message's mentions out of the index. */
export async function dropMentions(tx: Database, messageId: string): Promise<void> {
  await tx.deleteFrom("message_mentions").where("message_id", "=", messageId).execute();
}
