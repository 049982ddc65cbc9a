import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/placed-things.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/** Channels of a department. One that follows it has the other's members from then on: the database sees to that. */
export const placedChannels: PlacedKind<Database, SliceContext> = {
  kind: "channels",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM channels WHERE department_id = ${departmentId}`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    // In the order in which everybody locks several.
    await sql`SELECT FROM channels WHERE department_id = ${fromId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    await sql`UPDATE channels SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(tx);
    return undefined;
  },
};
