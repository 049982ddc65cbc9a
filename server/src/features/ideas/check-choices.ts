import { type IdeaViewer, isInAudience } from "@atoll/contract/ideas/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Locks departments that somebody chooses, so that none is deleted before the idea is written.
 * @throws {AppError} `department_not_found`.
 */
export async function assertDepartments(tx: Database, ids: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))].sort();
  if (wanted.length === 0) return;
  const there = await tx
    .selectFrom("departments")
    .select("id")
    .where(sql<boolean>`id = ANY(${wanted}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (there.length !== wanted.length) throw new AppError("department_not_found");
}

/**
 * Refuses an audience of an anonymous idea that its author is not part of. Their own vote and comments would be the only
 * ones from outside, and would show who posted it.
 * @throws {AppError} `idea_audience_not_own`.
 */
export function assertOwnAudience(viewer: IdeaViewer, audienceIds: readonly string[]): void {
  if (!isInAudience(viewer, audienceIds)) throw new AppError("idea_audience_not_own");
}

/**
 * Locks a person who is to own an idea, so that they cannot leave before it is written.
 * @throws {AppError} `person_not_found` for somebody who has left or cannot sign in.
 */
export async function assertPerson(tx: Database, personId: string): Promise<void> {
  const row = await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", personId)
    .where("disabled_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new AppError("person_not_found");
}
