import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext, SliceOwnedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastCards } from "../changes/card-changes.ts";

/** The cards of somebody who leaves. */
export const ownedCards: SliceOwnedKind = {
  kind: "cards",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("cards")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const rows = await tx
      .selectFrom("cards")
      .select("id")
      .where("owner_id", "=", fromUserId)
      .where("deleted_at", "is", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    await tx
      .updateTable("cards")
      .set((eb) => ({ owner_id: toUserId, version: eb("version", "+", 1) }))
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    return ids;
  },
  async broadcast(context, ids) {
    await broadcastCards(context, ids);
  },
};

/** The sections of a department. In a merge, a section that both have is kept under a name of its own. */
export const placedSections: PlacedKind<Database, SliceContext> = {
  kind: "cards",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM cards c
      JOIN card_types ct ON ct.id = c.type_id
      WHERE ct.department_id = ${departmentId} AND c.deleted_at IS NULL`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    await sql`UPDATE card_types moved SET department_id = ${intoId}, slug = CASE WHEN EXISTS (
        SELECT FROM card_types there WHERE there.department_id = ${intoId} AND there.slug = moved.slug)
      THEN moved.slug || '-' || left(moved.id::text, 8) ELSE moved.slug END
      WHERE department_id = ${fromId}`.execute(tx);
    return undefined;
  },
};
