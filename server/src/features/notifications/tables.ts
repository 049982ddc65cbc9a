import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import type { ColumnType, Generated } from "kysely";

/** The rows of the tables of notifications. */
export interface NotificationTables {
  tellings: {
    id: Generated<string>;
    kind: string;
    subject_id: string;
    is_again: Generated<boolean>;
    actor_id: string | null;
    people: Generated<string[]>;
    rule: string | null;
    spared: Generated<string[]>;
    place_id: string | null;
    seq: number | null;
    facts: ColumnType<Record<string, string> | null, string | null, never>;
    at: Generated<Date>;
    told_up_to: string | null;
    tries: Generated<number>;
    due_at: Generated<Date>;
  };
  notifications: {
    id: Generated<string>;
    user_id: string;
    kind: string;
    tab: string;
    subject_id: string;
    reason: string;
    place_id: string | null;
    first_seq: number | null;
    last_seq: number | null;
    count: Generated<number>;
    actor_ids: Generated<string[]>;
    facts: ColumnType<Record<string, string> | null, string | null, never>;
    is_on_top: Generated<boolean>;
    at: Date;
    read_at: Date | null;
    done_at: Date | null;
    snoozed_until: Date | null;
  };
  notification_settings: {
    user_id: string;
    settings: ColumnType<Partial<NotificationSettings>, string, string>;
    updated_at: Generated<Date>;
  };
  push_keys: {
    id: Generated<string>;
    public_key: Buffer;
    private_key: Buffer;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    session_id: string;
    user_id: string;
    key_id: string;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    service: string;
    origin: string;
    is_mobile: boolean;
    created_at: Generated<Date>;
    checked_at: Generated<Date>;
  };
  pushes: {
    session_id: string;
    entry_id: string;
    user_id: string;
    told_at: Generated<Date>;
    turn: Generated<number>;
    due_at: Generated<Date>;
    is_held: Generated<boolean>;
    summed: string[] | null;
    tries: Generated<number>;
    first_tried_at: Date | null;
  };
  push_acts: { id: string; act_hash: Buffer; at: Generated<Date> };
}
