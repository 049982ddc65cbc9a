import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Deletes everyone's drafts for subjects that have gone. */
export async function deleteDraftsFor(tx: Database, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await sql`DELETE FROM drafts WHERE subject = ANY(${[...subjects]}::text[])`.execute(tx);
}
