import { sql } from "kysely";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { endProgramSessions } from "../../identity/public.ts";

/** Rows that one statement deletes. */
const atOnce = 10_000;

/** Deletes once a night what programs cannot use any more. */
export function sweepConnectionsJob({ db }: { db: Database }): Job<Tables> {
  return { name: "mcp.sweep", cron: "41 3 * * *", run: () => sweepConnections(db) };
}

/**
 * Deletes expired codes and tokens, ends connections whose program never fetched its tokens or stopped refreshing them,
 * and deletes programs without a connection that nobody has connected for 90 days. Blocked ones stay blocked.
 */
export async function sweepConnections(db: Database): Promise<void> {
  await deleteInParts(db, "oauth_codes", "expires_at < now() - interval '1 day'");
  await deleteInParts(db, "oauth_tokens", "expires_at < now()");
  await endProgramSessions(
    db,
    "program not used",
    sql`created_at < now() - interval '1 day' AND id IN (SELECT c.id FROM program_connections c WHERE NOT EXISTS (
      SELECT FROM oauth_tokens t WHERE t.connection_id = c.id AND t.used_at IS NULL))`,
  );
  await deleteInParts(
    db,
    "oauth_clients",
    `blocked_at IS NULL AND connected_at < now() - interval '90 days'
      AND NOT EXISTS (SELECT FROM program_connections c WHERE c.client_id = oauth_clients.id)`,
  );
}

async function deleteInParts(
  db: Database,
  table: "oauth_codes" | "oauth_tokens" | "oauth_clients",
  condition: string,
): Promise<void> {
  for (let deleted = BigInt(atOnce); deleted >= BigInt(atOnce); ) {
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${sql.raw(condition)} LIMIT ${sql.lit(atOnce)}))`.execute(
      db,
    );
    deleted = numAffectedRows;
  }
}
