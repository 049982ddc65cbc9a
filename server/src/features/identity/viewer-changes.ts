import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** The topic that carries the ids of people whose roles, permissions, departments or account changed. */
export const viewerChangedTopic = "atoll_viewer_changed";

/** To be called in the transaction that changes a person; every node hears of it when that commits. */
export async function announceViewerChange(tx: Database, userId: string): Promise<void> {
  await sql`SELECT pg_notify(${viewerChangedTopic}, ${userId})`.execute(tx);
}
