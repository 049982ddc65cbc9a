import { sql } from "kysely";
import type { PlacedKind } from "../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";

const tables = ["dashboard_layouts", "dashboard_defaults"] as const;

/** Cards that show the contents of a department. They do not prevent its deletion, and are empty after it. */
export const placedCards: PlacedKind<Database, SliceContext> = {
  kind: "cards of dashboards",
  count: async () => 0,
  async move(tx, fromId, intoId) {
    for (const table of tables) {
      await sql`UPDATE ${sql.table(table)} SET cards = replace(cards::text, ${fromId}, ${intoId})::jsonb
        WHERE position(${fromId} IN cards::text) > 0`.execute(tx);
    }
    return undefined;
  },
};
