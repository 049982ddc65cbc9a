import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { canManageChannel, canPostIn } from "@atoll/contract/chat/policy";
import type {
  Attachment,
  Change,
  Channel,
  ChannelType,
  DirectoryEntry,
  Head,
  Message,
  Tombstone,
} from "@atoll/contract/chat/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { presentPerson } from "../people/access.ts";
import type { ChannelRow, HeadRow } from "./channel-queries.ts";
import type { DirectoryRow } from "./member-queries.ts";
import type { AttachmentRow, MessageRow } from "./message-queries.ts";

/** A message as its channel's members see it. */
export function presentMessage(row: MessageRow): Message {
  return {
    ...presentPlace(row),
    deleted: false,
    removed: row.deleted_at !== null,
    content: row.content,
    updatedAt: row.updated_at.toISOString(),
    edited: row.edited_at !== null,
    editedAt: row.edited_at?.toISOString() ?? null,
    author: presentPerson({
      id: row.author_id,
      name: row.name,
      email: row.email,
      avatar_url: row.avatar_url,
    }),
    mentions: row.mentions,
    mentionsAll: row.mentions_all,
    attachments: row.attachments.map(presentAttachment),
    reactions: row.reactions,
    thread:
      row.reply_count > 0 && row.last_reply_at
        ? {
            replyCount: row.reply_count,
            lastReplyAt: row.last_reply_at.toISOString(),
            repliers: row.repliers.map(presentPerson),
          }
        : null,
    pinnedAt: row.pinned_at?.toISOString() ?? null,
  };
}

/** A message outside its channel, with enough of the channel to name and open it. */
export function presentMessageInChannel(
  row: MessageRow & { channel_name: string; channel_type: ChannelType },
): MessageInChannel {
  return {
    message: presentMessage(row),
    channel: { id: row.channel_id, name: row.channel_name, type: row.channel_type },
  };
}

/** What is left of a deleted message. */
function presentTombstone(row: MessageRow): Tombstone {
  return { ...presentPlace(row), deleted: true, authorId: row.author_id };
}

export function presentChange(row: MessageRow): Change {
  return isGone(row) ? presentTombstone(row) : presentMessage(row);
}

/** Deleted, and no replies keep its place. */
export function isGone(row: Pick<MessageRow, "deleted_at" | "reply_count">): boolean {
  return row.deleted_at !== null && row.reply_count === 0;
}

export function presentAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    filename: row.filename,
    originalName: row.original_name,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    preview: row.preview,
    hasThumbnail: row.has_thumbnail,
  };
}

export function presentChannel(row: ChannelRow, viewer: PermissionHolder): Channel {
  const state = {
    isOwner: row.is_owner,
    isOwnersOnly: row.is_owners_only,
    archivedAt: row.archived_at?.toISOString() ?? null,
    type: row.type,
    peers: row.peers.map(presentPerson),
  };
  return {
    ...state,
    id: row.id,
    name: row.name,
    topic: row.topic,
    description: row.description,
    departmentId: row.department_id,
    followsDepartment: row.follows_department,
    memberCount: row.member_count,
    lastActivity: row.last_activity.toISOString(),
    ...presentReadState(row),
    head: row.head,
    lastMessage: row.last_message && {
      id: row.last_message.id,
      seq: row.last_message.seq,
      authorId: row.last_message.author_id,
      authorName: row.last_message.author_name,
      content: row.last_message.content,
      // Comes out of JSON, where PostgreSQL writes its own form of an instant.
      createdAt: new Date(row.last_message.created_at).toISOString(),
    },
    isStarred: Boolean(row.is_starred),
    notify: row.notify,
    isMuted: row.is_muted,
    canPost: canPostIn(state),
    canManage: canManageChannel(viewer, state),
  };
}

export function presentDirectoryEntry(row: DirectoryRow): DirectoryEntry {
  return {
    id: row.id,
    name: row.name,
    topic: row.topic,
    description: row.description,
    memberCount: row.member_count,
    lastActivity: row.last_activity.toISOString(),
    isMember: row.is_member,
  };
}

export function presentHead(row: HeadRow): Head {
  return { channelId: row.id, head: row.head, ...presentReadState(row) };
}

function presentReadState(row: Pick<HeadRow, "last_read_seq" | "unread" | "unread_mentions">) {
  return { lastReadSeq: row.last_read_seq, unread: row.unread, unreadMentions: row.unread_mentions };
}

function presentPlace(row: MessageRow) {
  return {
    id: row.id,
    channelId: row.channel_id,
    parentId: row.parent_id,
    seq: row.seq,
    changedSeq: row.changed_seq,
    createdAt: row.created_at.toISOString(),
  };
}
