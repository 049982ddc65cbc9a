import { createHash } from "node:crypto";
import type { Reaction } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink, type Mention } from "@atoll/contract/mentions";
import type { NumberedChannel, NumberedMessage } from "./number-channels.ts";
import type { DemoChannel, DemoEmployee, DemoMessage } from "./types.ts";

export type People = Map<string, DemoEmployee>;

/** A message as it lies in the database after all that happened to it. */
export function messageRow(
  { message, seq, changedSeq, replies }: NumberedMessage,
  channel: DemoChannel,
  people: People,
) {
  const isDeleted = message.deletedAt !== null;
  const content = isDeleted ? "" : message.content;
  const last = replies.at(-1);
  const faces = [...new Set(replies.toReversed().map((reply) => reply.message.authorKey))].slice(0, 3);
  return {
    id: message.id,
    channel_id: channel.id,
    parent_id: message.parentId,
    seq,
    changed_seq: changedSeq,
    author_id: idOf(people, message.authorKey),
    content,
    sent_hash: isDeleted ? "" : `\\x${createHash("sha256").update(content).digest("hex")}`,
    created_at: message.sentAt,
    updated_at: message.deletedAt ?? message.editedAt ?? message.sentAt,
    edited_at: message.editedAt,
    deleted_at: message.deletedAt,
    reply_count: replies.length,
    last_reply_at: last?.message.sentAt ?? null,
    last_reply_seq: last?.seq ?? 0,
    replier_ids: faces.map((key) => idOf(people, key)),
    mentions: mentionsOf(message, people),
    mentions_all: findCallOfAll(content),
    pinned_at: message.pinnedAt,
    pinned_by: message.pinnedAt && idOf(people, message.authorKey),
    reactions: sumOf(message, people),
    has_link: hasLink(content),
    has_attachment: !isDeleted && message.files.length > 0,
  };
}

export function mentionsOf(message: DemoMessage, people: People): Mention[] {
  if (message.deletedAt) return [];
  return message.mentions.map((key) => ({ id: idOf(people, key), name: people.get(key)?.name ?? key }));
}

function sumOf({ reactions }: DemoMessage, people: People): Reaction[] {
  return [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, list]) => ({
    emoji,
    count: list.length,
    userIds: list.map(({ personKey }) => idOf(people, personKey)),
  }));
}

/**
 * Returns the followers of a thread: everyone who started it, replied or is mentioned in it. They have read as much as
 * the channel has been read.
 */
export function followerRows({ message, replies }: NumberedMessage, stream: NumberedChannel, people: People) {
  const last = replies.at(-1);
  if (!last) return [];
  const keys = [message, ...replies.map((reply) => reply.message)].flatMap(({ authorKey, mentions }) => [
    authorKey,
    ...mentions,
  ]);
  return [...new Set(keys)].map((key) => {
    const own = replies.findLast((reply) => reply.message.authorKey === key)?.seq ?? 0;
    return {
      message_id: message.id,
      user_id: idOf(people, key),
      is_following: true,
      last_read_seq: Math.max(own, Math.min(stream.readThrough.get(key) ?? 0, last.seq)),
      last_reply_seq: last.seq,
      last_reply_at: last.message.sentAt,
    };
  });
}

export function idOf(people: People, key: string): string {
  return people.get(key)?.id ?? fail(key);
}

export function fail(key: string): never {
  throw new Error(`the demo company has no ${key}`);
}
