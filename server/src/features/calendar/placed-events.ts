import { sql } from "kysely";
import type { PlacedKind } from "../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastChange } from "./broadcast-change.ts";
import { roomsOf } from "./rooms.ts";

/**
 * Moves the events in the calendar of a department to another; its members who were invited stay invited as members of
 * it.
 */
export const placedEvents: PlacedKind<Database, SliceContext> = {
  kind: "events",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM events
      WHERE department_id = ${departmentId} AND deleted_at IS NULL`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM events WHERE department_id = ${fromId} ORDER BY id FOR UPDATE`.execute(tx);
    const eventIds = rows.map(({ id }) => id);
    const before = await roomsOf(tx, eventIds);
    await sql`UPDATE events SET department_id = ${intoId}, version = version + 1
      WHERE department_id = ${fromId}`.execute(tx);
    await sql`UPDATE event_attendees SET via_id = ${intoId}
      WHERE via_kind = 'department' AND via_id = ${fromId}`.execute(tx);
    return (context) => broadcastChange(context, { eventIds, before });
  },
};
