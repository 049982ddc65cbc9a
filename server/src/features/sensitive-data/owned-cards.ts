import type { OwnedKind } from "../../platform/kinds/ownership.ts";
import type { Database } from "../../tables.ts";

/** The sensitive cards of somebody who leaves. Their heir is notified of looks; it lets nobody see a value. */
export const ownedSensitiveCards: OwnedKind<Database> = {
  kind: "sensitive cards",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("sensitive_cards")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    await tx
      .updateTable("sensitive_cards")
      .set((eb) => ({ owner_id: toUserId, version: eb("version", "+", 1) }))
      .where("owner_id", "=", fromUserId)
      .execute();
  },
};
