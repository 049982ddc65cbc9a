import { sql } from "kysely";
import type { Columns } from "./field.ts";
import type { Executor } from "./stored-changes.ts";

const nextVersion: Columns = { version: sql`version + 1` };
const versionAndTime: Columns = { ...nextVersion, updated_at: sql`now()` };

/** Writes columns of a locked row and its stamps: the next version, and the time unless the change is quiet. */
export async function writeRow(
  tx: Executor,
  { table, stamps }: { table: string; stamps?: Columns },
  id: string,
  columns: Columns,
  { isQuiet = false } = {},
): Promise<void> {
  const all = { ...columns, ...(stamps ?? (isQuiet ? nextVersion : versionAndTime)) };
  const assignments = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (assignments.length === 0) return;
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(assignments)} WHERE id = ${id}`.execute(tx);
}
