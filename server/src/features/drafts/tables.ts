import type { Generated } from "kysely";

/** The rows of people's unsent texts. */
export interface DraftTables {
  drafts: { user_id: string; subject: string; content: string; updated_at: Generated<Date> };
}
