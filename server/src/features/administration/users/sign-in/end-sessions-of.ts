import type { Database } from "../../../../tables.ts";
import { closeSessions } from "../../../identity/public.ts";

/**
 * Ends all sessions of a person, and access without a session, such as their calendar feed. On commit, every node
 * disconnects their sockets.
 * @returns how many sessions were active.
 */
export async function endSessionsOf(tx: Database, userId: string, reason: string): Promise<number> {
  const count = await closeSessions(tx, userId, reason);
  await tx.updateTable("accounts").set({ access_ended_at: new Date() }).where("id", "=", userId).execute();
  return count;
}
