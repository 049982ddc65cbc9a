import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Makes a change to a channel under the next number of its stream. The channel's row is locked by taking the
 * number, so the order of numbers is the order of commits; a change that throws takes its number back.
 * @throws {AppError} `channel_not_found` when the channel is gone.
 */
export async function changeChannel<T>(
  db: Database,
  channelId: string,
  change: (tx: Database, seq: number) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("channels")
      .set((eb) => ({ head: eb("head", "+", 1) }))
      .where("id", "=", channelId)
      .returning("head")
      .executeTakeFirst();
    if (!row) throw new AppError("channel_not_found");
    return change(tx, row.head);
  });
}
