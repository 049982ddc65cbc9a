import { sql } from "kysely";
import type { SliceOwnedKind } from "../../slice.ts";
import { broadcast } from "./act.ts";

/** The sensitive cards of somebody who leaves. Their heir is notified of looks; it lets nobody see a value. */
export const ownedSensitiveCards: SliceOwnedKind = {
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
    const rows = await tx
      .updateTable("sensitive_cards")
      .set((eb) => ({ owner_id: toUserId, version: eb("version", "+", 1) }))
      .where("owner_id", "=", fromUserId)
      .returning("id")
      .execute();
    return rows.map(({ id }) => id);
  },
  async broadcast(context, ids) {
    const rows = await context.db
      .selectFrom("sensitive_cards")
      .select("key")
      .distinct()
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    for (const { key } of rows) broadcast(context, key);
  },
};
