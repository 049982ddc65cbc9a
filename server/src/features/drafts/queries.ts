import { maxDrafts } from "@atoll/contract/drafts/limits";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** A person's drafts, last changed first. */
export function selectDrafts(db: Database, userId: string) {
  return db
    .selectFrom("drafts")
    .select(["subject", "content", "updated_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .orderBy("subject", "desc")
    .limit(sql.lit(maxDrafts))
    .execute();
}
