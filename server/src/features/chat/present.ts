import type { Change, Channel, Head, Message, Tombstone } from "@atoll/contract/chat/schemas";
import { presentPerson } from "../people/access.ts";
import type { ChannelRow, HeadRow, MessageRow } from "./queries.ts";

/** A message as its channel's members see it. */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    channelId: row.channel_id,
    seq: row.seq,
    changedSeq: row.changed_seq,
    deleted: false,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    edited: row.edited_at !== null,
    editedAt: row.edited_at?.toISOString() ?? null,
    author: presentPerson({
      id: row.author_id,
      name: row.name,
      email: row.email,
      avatar_url: row.avatar_url,
    }),
  };
}

/** What is left of a deleted message. */
export function presentTombstone(row: MessageRow): Tombstone {
  return {
    id: row.id,
    channelId: row.channel_id,
    seq: row.seq,
    changedSeq: row.changed_seq,
    deleted: true,
    createdAt: row.created_at.toISOString(),
    authorId: row.author_id,
  };
}

export function presentChange(row: MessageRow): Change {
  return row.deleted_at ? presentTombstone(row) : presentMessage(row);
}

export function presentChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    description: row.description,
    departmentId: row.department_id,
    memberCount: row.member_count,
    lastActivity: row.last_activity.toISOString(),
    head: row.head,
    lastReadSeq: row.last_read_seq,
    unread: row.unread,
    peer: row.peer && presentPerson(row.peer),
    lastMessage: row.last_message && {
      id: row.last_message.id,
      seq: row.last_message.seq,
      authorId: row.last_message.author_id,
      authorName: row.last_message.author_name,
      content: row.last_message.content,
      // Comes out of JSON, where PostgreSQL writes its own form of an instant.
      createdAt: new Date(row.last_message.created_at).toISOString(),
    },
  };
}

export function presentHead(row: HeadRow): Head {
  return { channelId: row.id, head: row.head, lastReadSeq: row.last_read_seq, unread: row.unread };
}
