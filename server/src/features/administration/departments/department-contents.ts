import type { SlicePlacedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

export interface Contents {
  /** In the plural and for people: "tasks". */
  kind: string;
  count: number;
}

/** Counts the contents of a department: its people, its own roles, and the things of all slices. */
export async function countContents(
  tx: Database,
  kinds: readonly SlicePlacedKind[],
  departmentId: string,
): Promise<Contents[]> {
  const contents: Contents[] = [
    { kind: "people", count: await countIn(tx, "user_departments", departmentId) },
    { kind: "roles", count: await countIn(tx, "roles", departmentId) },
  ];
  // One after the other: a transaction has one connection.
  for (const placed of kinds) {
    contents.push({ kind: placed.kind, count: await placed.count(tx, departmentId) });
  }
  return contents.filter(({ count }) => count > 0);
}

async function countIn(
  tx: Database,
  table: "user_departments" | "roles",
  departmentId: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("department_id", "=", departmentId)
    .executeTakeFirstOrThrow();
  return count;
}
