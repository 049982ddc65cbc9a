import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Locks people until the transaction ends, so that no task is assigned to somebody who is being deleted.
 * @throws {AppError} `assignee_unavailable` if one of them has left, is disabled or still pending.
 */
export async function assertAssignable(tx: Database, userIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return;
  const there = await tx
    .selectFrom("accounts as a")
    .select("a.id")
    .where("a.id", "in", wanted)
    .where("a.disabled_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("user_roles as ur")
          .innerJoin("roles as r", "r.id", "ur.role_id")
          .select("r.id")
          .whereRef("ur.user_id", "=", "a.id")
          .where("r.name", "!=", "pending"),
      ),
    )
    .forShare("a")
    .execute();
  if (there.length !== wanted.length) throw new AppError("assignee_unavailable");
}

/**
 * @throws {AppError} `department_not_found` for a department that the viewer is not in, unless they manage all tasks.
 */
export function assertOwnDepartment(
  viewer: { departments: readonly { id: string }[] },
  mayUseAll: boolean,
  departmentId: string,
): void {
  if (!mayUseAll && !viewer.departments.some(({ id }) => id === departmentId))
    throw new AppError("department_not_found");
}
