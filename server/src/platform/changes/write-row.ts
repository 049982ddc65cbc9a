import { sql } from "kysely";
import type { Columns } from "./field.ts";
import type { Executor } from "./stored-changes.ts";

/** Writes columns of a locked row and increments its version; of a quiet change `updated_at` stays. */
export async function writeRow(
  tx: Executor,
  table: string,
  id: string,
  columns: Columns,
  { isQuiet = false } = {},
): Promise<void> {
  const assignments = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const stamps = [sql`version = version + 1`, ...(isQuiet ? [] : [sql`updated_at = now()`])];
  await sql`UPDATE ${sql.table(table)} SET ${sql.join([...assignments, ...stamps])} WHERE id = ${id}`.execute(
    tx,
  );
}
