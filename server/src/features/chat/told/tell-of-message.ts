import type { Message } from "@atoll/contract/chat/schemas";
import type { Database } from "../../../tables.ts";
import { retell, tell } from "../../notifications/access.ts";

type Posted = Pick<Message, "id" | "channelId" | "parentId" | "seq" | "author" | "mentions" | "mentionsAll">;

/**
 * Tells those who are called by a new message, and those who follow its thread; each hears of it once. The people of a
 * direct chat are told by the statement that writes the message (`tellingDirect`).
 */
export async function tellOfMessage(
  tx: Database,
  message: Posted,
  followerIds: readonly string[],
): Promise<void> {
  const { author, parentId, mentions, mentionsAll, seq } = message;
  const named = mentions.map(({ id }) => id).filter((id) => id !== author.id);
  await tellCalled(tx, message, named, mentionsAll);
  const others = followerIds.filter((id) => id !== author.id && !named.includes(id));
  if (!parentId || mentionsAll || others.length === 0) return;
  await tell(tx, {
    kind: "chat.reply",
    subjectId: parentId,
    actorId: author.id,
    rule: "followers",
    spared: named,
    place: { id: parentId, seq },
  });
}

/** Tells people, or everyone, that a message calls them. */
export async function tellCalled(
  tx: Database,
  {
    id,
    channelId,
    parentId,
    seq,
    author,
  }: Pick<Posted, "id" | "channelId" | "parentId" | "seq"> & {
    author: { id: string };
  },
  people: readonly string[],
  mentionsAll: Message["mentionsAll"],
  spared: readonly string[] = [],
): Promise<void> {
  await tell(tx, {
    kind: "chat.mention",
    subjectId: id,
    actorId: author.id,
    people,
    ...(mentionsAll ? { rule: mentionsAll } : {}),
    spared,
    place: { id: parentId ?? channelId, seq },
  });
}

/** Whoever was told of a message, or of those beside it, sees what became of it. */
export async function retellMessage(
  tx: Database,
  message: { id: string; channel_id: string; parent_id: string | null },
): Promise<void> {
  await retell(tx, [
    { kind: "chat.mention", subjectId: message.id },
    message.parent_id
      ? { kind: "chat.reply", subjectId: message.parent_id }
      : { kind: "chat.direct", subjectId: message.channel_id },
  ]);
}
