import type { NewGrant } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Locks departments and people that somebody chooses, so that none is deleted before the board is written.
 * @throws {AppError} `department_not_found`, `person_not_found`.
 */
export async function assertTargets(
  tx: Database,
  targets: readonly NewGrant["to"][],
  departmentId: string | null = null,
): Promise<void> {
  const departmentIds = targets.flatMap((to) => (to.kind === "department" ? [to.id] : []));
  const wanted = [...new Set(departmentId ? [...departmentIds, departmentId] : departmentIds)];
  const departments = await tx
    .selectFrom("departments")
    .select("id")
    .where(sql<boolean>`id = ANY(${wanted}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (departments.length !== wanted.length) throw new AppError("department_not_found");
  const personIds = [...new Set(targets.flatMap((to) => (to.kind === "person" ? [to.id] : [])))];
  const people = await tx
    .selectFrom("accounts")
    .select("id")
    .where(sql<boolean>`id = ANY(${personIds}::uuid[])`)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (people.length !== personIds.length) throw new AppError("person_not_found");
}
