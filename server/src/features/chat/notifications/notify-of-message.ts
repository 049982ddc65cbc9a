import type { Message } from "@atoll/contract/chat/schemas";
import type { Database } from "../../../tables.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";

type Posted = Pick<Message, "id" | "channelId" | "parentId" | "seq" | "author" | "mentions" | "mentionsAll">;

/**
 * Notifies people mentioned in a new message and followers of its thread, each once. People in a direct chat are
 * notified by the statement that inserts the message (`tellingDirect`).
 */
export async function notifyOfMessage(
  tx: Database,
  message: Posted,
  followerIds: readonly string[],
): Promise<void> {
  const { author, parentId, mentions, mentionsAll, seq } = message;
  const named = mentions.map(({ id }) => id).filter((id) => id !== author.id);
  await notifyMentioned(tx, message, named, mentionsAll);
  const others = followerIds.filter((id) => id !== author.id && !named.includes(id));
  if (!parentId || mentionsAll || others.length === 0) return;
  await notify(tx, {
    kind: "chat.reply",
    subjectId: parentId,
    actorId: author.id,
    rule: "followers",
    spared: named,
    place: { id: parentId, seq },
  });
}

/** Notifies people, or everyone, that a message mentions them. */
export async function notifyMentioned(
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
  await notify(tx, {
    kind: "chat.mention",
    subjectId: id,
    actorId: author.id,
    people,
    ...(mentionsAll ? { rule: mentionsAll } : {}),
    spared,
    place: { id: parentId ?? channelId, seq },
  });
}

/** Updates or removes notifications about a message, including those that also count other messages. */
export async function refreshNotificationsOfMessage(
  tx: Database,
  message: { id: string; channel_id: string; parent_id: string | null },
): Promise<void> {
  await refreshNotifications(tx, [
    { kind: "chat.mention", subjectId: message.id },
    message.parent_id
      ? { kind: "chat.reply", subjectId: message.parent_id }
      : { kind: "chat.direct", subjectId: message.channel_id },
  ]);
}
