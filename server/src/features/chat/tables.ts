import type { ChannelType, NotifyLevel, Reaction } from "@atoll/contract/chat/schemas";
import type { Mention } from "@atoll/contract/mentions";
import type { ColumnType, Generated } from "kysely";

/** A jsonb column: selected as a value, inserted as text. */
type Json<T> = ColumnType<T, string | undefined, string>;

/** The rows of the tables of team chat. */
export interface ChatTables {
  channels: {
    id: string;
    name: string;
    type: ChannelType;
    description: Generated<string>;
    department_id: string | null;
    created_by: string | null;
    head: Generated<number>;
    last_post_seq: Generated<number>;
    member_count: Generated<number>;
    last_activity: Generated<Date>;
    created_at: Generated<Date>;
    topic: Generated<string>;
    follows_department: Generated<boolean>;
    is_owners_only: Generated<boolean>;
    archived_at: Generated<Date | null>;
  };
  channel_members: {
    channel_id: string;
    user_id: string;
    joined_at: Generated<Date>;
    last_read_seq: Generated<number>;
    last_read: Generated<Date>;
    is_owner: Generated<boolean>;
    notify: Generated<NotifyLevel>;
    is_muted: Generated<boolean>;
    added_by: Generated<string | null>;
  };
  user_channel_stars: { user_id: string; channel_id: string; starred_at: Generated<Date> };
  messages: {
    id: string;
    channel_id: string;
    seq: number;
    changed_seq: number;
    author_id: string;
    content: string;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
    parent_id: string | null;
    reply_count: Generated<number>;
    last_reply_at: Generated<Date | null>;
    last_reply_seq: Generated<number>;
    replier_ids: Generated<string[]>;
    mentions: Json<Mention[]>;
    mentions_all: "channel" | "here" | null;
    /** The members that an @here notified. Null for other messages, and for messages older than this column. */
    here_ids: Generated<string[] | null>;
    pinned_at: Generated<Date | null>;
    pinned_by: Generated<string | null>;
    reactions: Json<Reaction[]>;
    has_link: Generated<boolean>;
    has_attachment: Generated<boolean>;
  };
  message_reactions: { message_id: string; emoji: string; user_id: string; created_at: Generated<Date> };
  message_mentions: {
    message_id: string;
    user_id: string;
    channel_id: string;
    seq: number;
    is_reply: boolean;
    waits: Generated<boolean>;
    created_at: Date;
  };
  thread_followers: {
    message_id: string;
    user_id: string;
    is_following: Generated<boolean>;
    last_read_seq: Generated<number>;
    last_reply_seq: number;
    last_reply_at: Date | null;
  };
  saved_messages: { user_id: string; message_id: string; saved_at: Generated<Date> };
}
