import type { ColumnType, GeneratedAlways } from "kysely";

/** The audit log. Entries are added by `recordAct` alone: number, time and hashes are the database's. */
export interface AuditTables {
  audit_log: {
    number: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    actor_id: string | null;
    actor_name: string | null;
    action: string;
    subject_type: string | null;
    subject_id: string | null;
    subject_name: string | null;
    before: ColumnType<Record<string, unknown> | null, string | null, never>;
    after: ColumnType<Record<string, unknown> | null, string | null, never>;
    address: string;
    previous_hash: GeneratedAlways<Buffer>;
    hash: GeneratedAlways<Buffer>;
    /** The names of the actor and the subject, and the address, in searchable form. */
    words: GeneratedAlways<string>;
  };
}
