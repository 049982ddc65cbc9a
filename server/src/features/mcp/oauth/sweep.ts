import { sql } from "kysely";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";

/** Deletes once a night what programs cannot use any more. */
export function sweepConnectionsJob({ db }: { db: Database }): Job<Tables> {
  return { name: "mcp.sweep", cron: "41 3 * * *", run: () => sweepConnections(db) };
}

/**
 * Deletes expired codes and tokens, ends connections whose program never fetched its tokens or stopped refreshing them,
 * and deletes programs that nobody has connected for a day.
 */
export async function sweepConnections(db: Database): Promise<void> {
  await sql`DELETE FROM oauth_codes WHERE expires_at < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM oauth_tokens WHERE expires_at < now()`.execute(db);
  await sql`UPDATE sessions s SET ended_at = now(), end_reason = 'program not used' FROM program_connections c
    WHERE c.id = s.id AND s.ended_at IS NULL AND s.created_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM oauth_tokens t WHERE t.connection_id = c.id AND t.used_at IS NULL)`.execute(
    db,
  );
  await sql`DELETE FROM oauth_clients WHERE connected_at IS NULL AND created_at < now() - interval '1 day'`.execute(
    db,
  );
}
