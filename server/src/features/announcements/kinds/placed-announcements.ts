import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastChange } from "../notifications/broadcast-change.ts";
import { roomsOf } from "../rooms.ts";

/** Moves the announcements for a department to another, in every state. Nobody is notified. */
export const placedAnnouncements: PlacedKind<Database, SliceContext> = {
  kind: "announcements",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM announcements
      WHERE ${departmentId}::uuid = ANY(department_ids)`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const rows = await tx
      .selectFrom("announcements")
      .select(["id", "author_id", "department_ids", "role_ids", "status", "expires_at"])
      .where(sql<boolean>`${fromId}::uuid = ANY(department_ids)`)
      .orderBy("id")
      .forUpdate()
      .execute();
    // An announcement for both departments is then for the other one, once.
    await sql`UPDATE announcements
      SET department_ids = array_remove(department_ids, ${fromId}::uuid) ||
        CASE WHEN ${intoId}::uuid = ANY(department_ids) THEN '{}'::uuid[] ELSE ARRAY[${intoId}::uuid] END,
        version = version + 1
      WHERE ${fromId}::uuid = ANY(department_ids)`.execute(tx);
    return async (context) => {
      for (const row of rows)
        await broadcastChange(context, { announcementId: row.id, before: roomsOf(row) });
    };
  },
};
