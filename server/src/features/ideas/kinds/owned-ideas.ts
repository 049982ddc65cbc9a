import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext, SliceOwnedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { roomsOf } from "../rooms.ts";
import { writerOf } from "../writer.ts";

/**
 * The ideas that somebody answers for. Authors stay as they are: to count or hand over what somebody wrote would show
 * which anonymous ideas are theirs. An heir owns only what they could read before.
 */
export const ownedIdeas: SliceOwnedKind = {
  kind: "ideas to answer",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("ideas")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const { rows } = await sql<{
      id: string;
    }>`UPDATE ideas i SET version = version + 1, owner_id = CASE WHEN i.audience_ids = '{}'
        OR EXISTS (SELECT FROM user_departments ud WHERE ud.user_id = ${toUserId}
          AND ud.department_id = ANY(i.audience_ids)) THEN ${toUserId}::uuid END
      WHERE i.owner_id = ${fromUserId} RETURNING i.id`.execute(tx);
    return rows.map(({ id }) => id);
  },
  broadcast: (context, ids) => broadcastIdeas(context, ids),
};

/** Ideas that are about a department, or for it. */
export const placedIdeas: PlacedKind<Database, SliceContext> = {
  kind: "ideas",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ideas
      WHERE department_id = ${departmentId} OR ${departmentId}::uuid = ANY(audience_ids)`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const rows = await tx
      .selectFrom("ideas as i")
      .select(["i.id", "i.owner_id", "i.audience_ids", "i.hidden_at", "i.merged_into_id"])
      .select(writerOf.as("writer_id"))
      .where(sql<boolean>`(i.department_id = ${fromId} OR ${fromId}::uuid = ANY(i.audience_ids))`)
      .orderBy("i.id")
      .forUpdate("i")
      .execute();
    await sql`UPDATE ideas SET version = version + 1,
        department_id = CASE WHEN department_id = ${fromId} THEN ${intoId}::uuid ELSE department_id END,
        audience_ids = CASE WHEN ${fromId}::uuid = ANY(audience_ids)
          THEN array_remove(array_remove(audience_ids, ${fromId}::uuid), ${intoId}::uuid) || ${intoId}::uuid
          ELSE audience_ids END
      WHERE department_id = ${fromId} OR ${fromId}::uuid = ANY(audience_ids)`.execute(tx);
    return (context) =>
      broadcastIdeas(
        context,
        rows.map(({ id }) => id),
        new Map(rows.map((row) => [row.id, roomsOf(row)])),
      );
  },
};
