import type { AuditActor } from "@atoll/contract/audit/schemas";
import { type SqlBool, sql } from "kysely";
import { byName } from "../../platform/database/by-name.ts";
import { holdsWords } from "../../platform/database/holds-words.ts";
import type { Database } from "../../tables.ts";

const maxActors = 20;

/**
 * Returns people with entries in the log by their latest name, because people who have left are in no other list. Their
 * IDs are read one after the other from the index, however many entries each has.
 * @param typed words of the name, in any order; empty for everybody.
 */
export async function findActors(db: Database, typed: string): Promise<AuditActor[]> {
  const isNamed = typed.trim() === "" ? sql<SqlBool>`true` : holdsWords(sql`search_fold(last.name)`, typed);
  const { rows } = await sql<AuditActor>`
    WITH RECURSIVE actors AS (
      (SELECT actor_id AS id FROM audit_log WHERE actor_id IS NOT NULL ORDER BY actor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.actor_id FROM audit_log e WHERE e.actor_id > actors.id ORDER BY e.actor_id LIMIT 1)
      FROM actors WHERE actors.id IS NOT NULL
    )
    SELECT actors.id, last.name, NOT EXISTS (SELECT FROM accounts a WHERE a.id = actors.id) AS "isGone"
    FROM actors, LATERAL (
      SELECT coalesce(e.actor_name, '') AS name FROM audit_log e WHERE e.actor_id = actors.id
      ORDER BY e.number DESC LIMIT 1
    ) last
    WHERE ${isNamed}
    ORDER BY "isGone", ${byName("last.name")}, actors.id
    LIMIT ${sql.lit(maxActors)}`.execute(db);
  return rows;
}
