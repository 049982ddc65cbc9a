import { sql } from "kysely";
import { placedIn } from "../../platform/kinds/factories.ts";
import type { SlicePlacedKind } from "../../slice.ts";

/**
 * Imports whose tasks go to a department. One that is at work keeps the department: without it, the rest of its tasks
 * would be for their own people only.
 */
export const placedImports: SlicePlacedKind = placedIn({
  kind: "imports",
  rows: sql`imports i`,
  isIn: (departmentId) => sql<boolean>`i.state IN ('trying', 'running', 'paused') AND EXISTS (
    SELECT FROM import_places p WHERE p.import_id = i.id AND p.department_id = ${departmentId})`,
  async move(tx, fromId, intoId) {
    await sql`UPDATE import_places SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(tx);
    return undefined;
  },
});
