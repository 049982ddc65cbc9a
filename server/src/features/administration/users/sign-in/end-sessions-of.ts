import type { Database } from "../../../../tables.ts";

/**
 * Ends all sessions of a person, and access without a session, such as their calendar feed. On commit, every node
 * disconnects their sockets.
 * @returns how many sessions were active.
 */
export async function endSessionsOf(tx: Database, userId: string, reason: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ ended_at: new Date(), end_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  await tx.updateTable("accounts").set({ access_ended_at: new Date() }).where("id", "=", userId).execute();
  return Number(numUpdatedRows);
}
