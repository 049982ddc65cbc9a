import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext, SliceOwnedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastCards } from "../changes/card-changes.ts";
import { lockCards } from "../changes/lock-cards.ts";
import { notifyRefused, type RefusedCard, writeJudged } from "../changes/write-judged.ts";
import { findReaders } from "../data/assert-readers.ts";
import { moveOnCall } from "../monitoring/hand-over.ts";
import { lockSection } from "../ranks.ts";

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
  async handOver(tx, fromUserId, toUserId, actorId) {
    const sections = await tx
      .selectFrom("cards")
      .select("type_id")
      .where("owner_id", "=", fromUserId)
      .where("deleted_at", "is", null)
      .groupBy("type_id")
      .orderBy("type_id")
      .execute();
    const ids: string[] = [];
    for (const { type_id: typeId } of sections) {
      await lockSection(tx, typeId);
      ids.push(...(await handOverCards(tx, { typeId, fromUserId, toUserId, actorId })));
    }
    return ids;
  },
  async broadcast(context, ids) {
    await broadcastCards(context, ids);
  },
};

/** So many cards at once are locked and judged in memory. */
const handedOverAtOnce = 200;

interface HandOver {
  typeId: string;
  fromUserId: string;
  toUserId: string;
  actorId: string;
}

/** Hands over the cards of one section, without those that the heir cannot read or a rule keeps with their owner. */
async function handOverCards(tx: Database, { typeId, fromUserId, toUserId, actorId }: HandOver) {
  const rows = await tx
    .selectFrom("cards")
    .select("id")
    .where("type_id", "=", typeId)
    .where("owner_id", "=", fromUserId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const all = rows.map(({ id }) => id);
  if (!(await findReaders(tx, typeId, [toUserId])).has(toUserId)) {
    const words = "The new owner cannot read this section";
    await notifyRefused(
      tx,
      actorId,
      typeId,
      all.map((id) => ({ id, words })),
    );
    return [];
  }
  const handedOver: string[] = [];
  const kept: RefusedCard[] = [];
  for (let at = 0; at < all.length; at += handedOverAtOnce) {
    const cards = await lockCards(tx, all.slice(at, at + handedOverAtOnce));
    const { written, refused } = await writeJudged(tx, {
      actorId,
      cards,
      async write(some) {
        const ids = some.map(({ id }) => id);
        await tx
          .updateTable("cards")
          .set((eb) => ({ owner_id: toUserId, version: eb("version", "+", 1) }))
          .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
          .execute();
        return ids.map((id) => ({ subjectId: id, field: "owner", before: fromUserId, after: toUserId }));
      },
    });
    handedOver.push(...written.map(({ id }) => id));
    kept.push(...refused);
  }
  await notifyRefused(tx, actorId, typeId, kept);
  return handedOver;
}

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
    await moveOnCall(tx, fromId, intoId);
    // Its alerts go on with the escalation of the department that stays.
    await sql`UPDATE on_call_pages SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(tx);
    return undefined;
  },
};
