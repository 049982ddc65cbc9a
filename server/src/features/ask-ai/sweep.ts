import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";

const batchSize = 500;
/** Figures of usage are kept so long. */
const usageDays = 400;

/** Deletes old conversations once a night. */
export function sweepConversationsJob({ db }: { db: Database }): Job<Tables> {
  return {
    name: "ask-ai.sweep",
    cron: "23 3 * * *",
    run: async ({ signal }) => {
      await sweepConversations(db, signal);
      await sweepUsage(db);
    },
  };
}

/** Deletes figures of usage that no page shows any more. */
async function sweepUsage(db: Database): Promise<void> {
  await sql`DELETE FROM ask_usage WHERE day < current_date - ${sql.lit(usageDays)}`.execute(db);
}

/** Deletes conversations whose last question is longer ago than the administrators keep them. */
export async function sweepConversations(db: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`DELETE FROM ask_conversations WHERE id IN (
      SELECT id FROM ask_conversations
      WHERE at < now() - make_interval(days => (SELECT history_days FROM ask_model))
      ORDER BY at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED)`.execute(db);
    if (numAffectedRows < BigInt(batchSize)) return;
  }
}
