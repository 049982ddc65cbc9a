import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";

export interface Merge {
  sourceId: string;
  rootId: string;
  byId: string;
  at: Date;
}

/** Merges an idea into another one, as a moderator did: its voters and followers count there. */
export async function seedMerge(tx: Database, { sourceId, rootId, byId, at }: Merge): Promise<void> {
  await sql`UPDATE votes SET root_id = ${rootId} WHERE subject_kind = 'idea' AND subject_id = ${sourceId}`.execute(
    tx,
  );
  await sql`UPDATE followers SET root_id = ${rootId} WHERE subject_kind = 'idea' AND subject_id = ${sourceId}`.execute(
    tx,
  );
  await sql`UPDATE vote_subjects SET merged_into = ${rootId}, root_id = ${rootId} WHERE kind = 'idea' AND id = ${sourceId}`.execute(
    tx,
  );
  await sql`INSERT INTO idea_entries (idea_id, kind, actor_id, facts, at)
    SELECT ${rootId}, 'merged', ${byId}, jsonb_build_object('ideaId', ${sourceId}::text, 'votes', count(*)), ${at}
    FROM votes WHERE subject_kind = 'idea' AND subject_id = ${sourceId}`.execute(tx);
}
