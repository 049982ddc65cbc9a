import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/** Moves channels of a department to another. A trigger gives a channel that follows it the other's members. */
export const placedChannels: PlacedKind<Database, SliceContext> = {
  kind: "channels",
  async count(tx, departmentId) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM channels WHERE department_id = ${departmentId}`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async move(tx, fromId, intoId) {
    // The order in which all code locks several channels.
    await sql`SELECT FROM channels WHERE department_id = ${fromId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    await sql`UPDATE channels SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(tx);
    return undefined;
  },
};
