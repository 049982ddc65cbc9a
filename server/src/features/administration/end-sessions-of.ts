import type { Database } from "../../tables.ts";

/**
 * Ends all sessions of a person. Every node hears of it when the transaction commits, and cuts their sockets.
 * @returns how many were alive.
 */
export async function endSessionsOf(tx: Database, userId: string, reason: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ ended_at: new Date(), end_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
