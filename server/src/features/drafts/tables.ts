import type { Generated } from "kysely";

/** What people began to write and did not send, as rows. */
export interface DraftTables {
  drafts: { user_id: string; subject: string; content: string; updated_at: Generated<Date> };
}
