import type { Database } from "../../tables.ts";

/**
 * Ends all sessions of a person, and what gives access without one, such as the feed of their calendar. Every node hears of it when the transaction commits, and cuts their sockets.
 * @returns how many were alive.
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
