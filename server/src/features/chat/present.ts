import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import { canManageChannel, canPostIn } from "@atoll/contract/chat/policy";
import type {
  Change,
  Channel,
  ChannelType,
  DirectoryEntry,
  Head,
  Message,
  Poll,
  Tombstone,
} from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { ColumnValues } from "../../column-types.ts";
import type { Database } from "../../tables.ts";
import { presentAttachment } from "../files/public.ts";
import { type People, presentPerson } from "../people/public.ts";
import type { ChannelRow, HeadRow } from "./channel-queries.ts";
import type { DirectoryRow } from "./member-queries.ts";
import type { MessageRow } from "./message-queries.ts";

/** Dependencies for reading and presenting messages. */
export interface MessageSources {
  db: Database;
  people: People;
}

/** People by ID: at least those that the messages show. */
type Shown = ReadonlyMap<string, Person>;

/** Returns the people that messages show. */
export function peopleIn(people: People, rows: readonly MessageRow[]): Promise<Shown> {
  return people.of(rows.flatMap((row) => [row.author_id, ...(row.replier_ids ?? [])]));
}

/** Presents messages together with their people. */
export async function withPeople<Row extends MessageRow, Presented>(
  people: People,
  viewerId: string,
  rows: readonly Row[],
  present: (row: Row, shown: Shown, viewerId: string) => Presented,
): Promise<Presented[]> {
  const shown = await peopleIn(people, rows);
  return rows.map((row) => present(row, shown, viewerId));
}

/** Returns a message as a member of its channel sees it. */
export function presentMessage(row: MessageRow, shown: Shown, viewerId: string): Message {
  const author = shown.get(row.author_id);
  if (!author) throw new Error(`nobody is known who wrote the message ${row.id}`);
  return {
    ...presentPlace(row),
    deleted: false,
    removed: row.deleted_at !== null,
    content: row.content,
    updatedAt: row.updated_at?.toISOString() ?? row.created_at,
    edited: row.edited_at !== null,
    editedAt: row.edited_at?.toISOString() ?? null,
    author,
    mentions: row.mentions ?? [],
    mentionsAll: row.mentions_all,
    calledHere: row.mentions_all === "here" && (row.here_ids?.includes(viewerId) ?? true),
    attachments: row.attachments?.map(presentAttachment) ?? [],
    reactions: row.reactions ?? [],
    thread:
      row.reply_count > 0 && row.last_reply_at
        ? {
            replyCount: row.reply_count,
            lastReplyAt: row.last_reply_at.toISOString(),
            repliers: row.replier_ids?.flatMap((id) => shown.get(id) ?? []) ?? [],
          }
        : null,
    pinnedAt: row.pinned_at?.toISOString() ?? null,
    ...(row.poll && { poll: presentPoll(row.poll) }),
    ...(row.buttons && { buttons: row.buttons }),
  };
}

/** A poll with all its totals, as the message has it. */
export type StoredPoll = ColumnValues["messages.poll"];

/**
 * Returns a poll as everyone sees it. The totals of an anonymous poll are shown when it is closed: until then each of
 * their changes would tell whose vote it is.
 */
export function presentPoll(poll: StoredPoll): Poll {
  if (!poll.isAnonymous || poll.isClosed) return poll;
  return { ...poll, options: poll.options.map((option) => ({ ...option, count: null })) };
}

/** Returns a message outside its channel, with the fields that name and open the channel. */
export function presentMessageInChannel(
  row: MessageRow & { channel_name: string; channel_type: ChannelType },
  shown: Shown,
  viewerId: string,
): MessageInChannel {
  return {
    message: presentMessage(row, shown, viewerId),
    channel: { id: row.channel_id, name: row.channel_name, type: row.channel_type },
  };
}

/** Returns the tombstone of a deleted message. */
function presentTombstone(row: MessageRow): Tombstone {
  return { ...presentPlace(row), deleted: true, authorId: row.author_id };
}

export function presentChange(row: MessageRow, shown: Shown, viewerId: string): Change {
  return isGone(row) ? presentTombstone(row) : presentMessage(row, shown, viewerId);
}

/** Returns whether a message is deleted without replies that keep its place. */
export function isGone(row: Pick<MessageRow, "deleted_at" | "reply_count">): boolean {
  return row.deleted_at !== null && row.reply_count === 0;
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
    hasGuests: row.has_guests,
    ...presentReadState(row),
    head: row.head,
    ...presentPreview(row),
    isStarred: Boolean(row.is_starred),
    notify: row.notify,
    isMuted: row.is_muted,
    addedBy: row.added_by,
    canPost: canPostIn(state),
    canManage: canManageChannel(viewer, state),
  };
}

/** Returns the last message of a channel as lists show it. */
export function presentPreview(row: Pick<ChannelRow, "last_activity" | "last_message">) {
  return {
    lastActivity: row.last_activity.toISOString(),
    lastMessage: presentLastMessage(row.last_message),
  };
}

function presentLastMessage(row: ChannelRow["last_message"]): Channel["lastMessage"] {
  if (!row) return null;
  return {
    id: row.id,
    seq: row.seq,
    authorId: row.author_id,
    authorName: row.author_name,
    content: row.content,
    // Comes from JSON, in which PostgreSQL uses another format for instants.
    createdAt: new Date(row.created_at).toISOString(),
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
  return { channelId: row.id, head: row.head, isAdded: row.is_added, ...presentReadState(row) };
}

function presentReadState(
  row: Pick<HeadRow, "last_read_seq" | "unread" | "unread_mentions" | "thread_mentions">,
) {
  return {
    lastReadSeq: row.last_read_seq,
    unread: row.unread,
    unreadMentions: row.unread_mentions,
    threadMentions: row.thread_mentions,
  };
}

function presentPlace(row: MessageRow) {
  return {
    id: row.id,
    channelId: row.channel_id,
    parentId: row.parent_id,
    seq: row.seq,
    changedSeq: row.changed_seq,
    createdAt: row.created_at,
  };
}
