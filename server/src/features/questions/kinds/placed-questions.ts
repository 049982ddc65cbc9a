import { sql } from "kysely";
import type { PlacedKind } from "../../../platform/kinds/placed-things.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { departmentRoom, sendChanged } from "../rooms.ts";

/**
 * Moves the questions that were sent to a department to another one. Only private ones keep a department from being
 * removed: nobody could read them any more.
 */
export const placedQuestions: PlacedKind<Database, SliceContext> = {
  kind: "private questions",
  async count(tx, departmentId) {
    const { count } = await tx
      .selectFrom("questions")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("department_id", "=", departmentId)
      .where("is_private", "=", true)
      .executeTakeFirstOrThrow();
    return count;
  },
  async move(tx, fromId, intoId) {
    const rows = await tx
      .updateTable("questions")
      .set({ department_id: intoId })
      .where("department_id", "=", fromId)
      .returning("id")
      .execute();
    const ids = rows.map(({ id }) => id);
    // The index keeps the department, and follows only the words by itself.
    await sql`SELECT search_index('question', ${ids}::uuid[])`.execute(tx);
    return (context) => sendChanged(context, ids, [departmentRoom(fromId)]);
  },
};
