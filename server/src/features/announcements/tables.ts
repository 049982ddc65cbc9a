import type { AnnouncementPriority, AnnouncementStatus } from "@atoll/contract/announcements/limits";
import type { Mention } from "@atoll/contract/mention-schema";
import type { ColumnType, Generated } from "kysely";

/** The rows of the tables of announcements. */
export interface AnnouncementTables {
  announcements: {
    id: string;
    title: Generated<string>;
    content: Generated<string>;
    status: Generated<AnnouncementStatus>;
    priority: Generated<AnnouncementPriority>;
    author_id: string;
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    scheduled_for: Generated<Date | null>;
    scheduled_by: Generated<string | null>;
    published_at: Generated<Date | null>;
    expires_at: Generated<Date | null>;
    is_expiry_told: Generated<boolean>;
    must_read: Generated<boolean>;
    due_at: Generated<Date | null>;
    allows_comments: Generated<boolean>;
    comment_count: Generated<number>;
    edition: Generated<number>;
    edition_at: Generated<Date | null>;
    text_version: Generated<number>;
    version: Generated<number>;
    mentions: ColumnType<Mention[], string | undefined, string>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  announcement_reads: {
    announcement_id: string;
    user_id: string;
    edition: number;
    read_at: Generated<Date>;
    confirmed_at: Generated<Date | null>;
  };
  announcement_nudges: {
    announcement_id: string;
    user_id: string;
    count: Generated<number>;
    nudged_at: Generated<Date>;
  };
}
