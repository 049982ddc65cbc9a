import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext, SliceOwnedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { boardKind } from "../board-kind.ts";
import { broadcastBoards } from "../broadcast-boards.ts";
import { isReadableBy } from "../readable.ts";

/**
 * The boards that somebody owns. An heir gets those that they could read before; any other goes to its strongest person,
 * and without one it stays with nobody: no administrator can open it.
 */
export const ownedBoards: SliceOwnedKind = {
  kind: "boards",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("boards")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const heir = sql<string>`${toUserId}::uuid`;
    const { rows } = await sql<{
      id: string;
    }>`UPDATE boards b SET version = version + 1, owner_id = CASE WHEN ${isReadableBy(heir)} THEN ${heir}
        ELSE coalesce((SELECT g.grantee_id FROM board_grants g JOIN accounts a ON a.id = g.grantee_id
          WHERE g.board_id = b.id AND g.kind = 'person' AND a.disabled_at IS NULL AND g.grantee_id <> ${fromUserId}
          ORDER BY g.role = 'facilitator' DESC, g.role = 'writer' DESC, g.granted_at, g.grantee_id LIMIT 1), b.owner_id) END
      WHERE b.owner_id = ${fromUserId} RETURNING b.id`.execute(tx);
    // An owner needs no share of their own, and who has left no other.
    await sql`DELETE FROM board_grants g USING boards b WHERE b.id = g.board_id AND g.kind = 'person'
      AND (g.grantee_id = b.owner_id OR g.grantee_id = ${fromUserId})`.execute(tx);
    await sql`SELECT pg_notify('atoll_document_rights', d.epoch::text) FROM documents d JOIN boards b
      ON b.id = d.subject_id AND d.subject_kind = ${sql.lit(boardKind)}
      WHERE b.owner_id = ${toUserId}`.execute(tx);
    return rows.map(({ id }) => id);
  },
  broadcast: (context, ids) => broadcastBoards(context, ids),
};

/** Boards of a department, or shared with it. */
export const placedBoards: PlacedKind<Database, SliceContext> = {
  kind: "boards",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM boards b
      WHERE b.department_id = ${departmentId} OR EXISTS (SELECT FROM board_grants g
        WHERE g.board_id = b.id AND g.grantee_id = ${departmentId})`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`UPDATE boards b SET version = version + 1,
        department_id = CASE WHEN department_id = ${fromId} THEN ${intoId}::uuid ELSE department_id END
      WHERE department_id = ${fromId}
        OR EXISTS (SELECT FROM board_grants g WHERE g.board_id = b.id AND g.grantee_id = ${fromId})
      RETURNING id`.execute(tx);
    await sql`INSERT INTO board_grants (board_id, kind, grantee_id, role)
      SELECT board_id, kind, ${intoId}, role FROM board_grants WHERE grantee_id = ${fromId}
      ON CONFLICT ON CONSTRAINT board_grants_once DO NOTHING`.execute(tx);
    await sql`DELETE FROM board_grants WHERE grantee_id = ${fromId}`.execute(tx);
    return (context) =>
      broadcastBoards(
        context,
        rows.map(({ id }) => id),
      );
  },
};
