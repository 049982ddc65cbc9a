import { sql } from "kysely";
import type { SliceOwnedKind } from "../../slice.ts";
import { notify } from "../notifications/public.ts";
import { broadcast } from "./act.ts";

/**
 * The sensitive cards of a person who leaves. The new owner is notified of accesses, but ownership alone shows no values.
 * Everyone who sees a card that needs two people is notified, and one of them must confirm the new owner, because the
 * administrator who deletes an account may choose themselves.
 */
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
      .set({ inherited_at: sql<Date | null>`CASE WHEN needs_two THEN now() END` })
      .where("owner_id", "=", fromUserId)
      .returning(["id", "needs_two"])
      .execute();
    for (const { id } of rows.filter(({ needs_two }) => needs_two))
      await notify(tx, { kind: "sensitive-card.inherited", subjectId: id, rule: "readers" });
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
