import type { ChannelType } from "@atoll/contract/chat/schemas";
import type { Generated } from "kysely";

/** The tables of migration 002, as rows. */
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
  };
  channel_members: {
    channel_id: string;
    user_id: string;
    joined_at: Generated<Date>;
    last_read_seq: Generated<number>;
    last_read: Generated<Date>;
  };
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
  };
}
