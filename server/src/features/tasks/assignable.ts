import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { isInvitedGuest } from "../people/public.ts";

/**
 * Locks people until the transaction ends, so that no task is assigned to somebody who is being deleted.
 * @param taskIds locked tasks, which guests do who were invited to each of them.
 * @throws {AppError} `assignee_unavailable` if one of them has left, is disabled or still pending.
 */
export async function assertAssignable(
  tx: Database,
  userIds: readonly string[],
  taskIds: readonly string[] = [],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return;
  const isGuestOfAll = sql<boolean>`(${taskIds.length > 0} AND a.guest_until IS NOT NULL AND NOT EXISTS (
    SELECT FROM unnest(${[...taskIds]}::uuid[]) AS own (id) WHERE NOT ${isInvitedGuest(sql.ref("a.id"), "task", sql.ref("own.id"))}))`;
  const there = await tx
    .selectFrom("accounts as a")
    .select("a.id")
    .where("a.id", "in", wanted)
    .where("a.disabled_at", "is", null)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom("user_roles as ur")
            .innerJoin("roles as r", "r.id", "ur.role_id")
            .select("r.id")
            .whereRef("ur.user_id", "=", "a.id")
            .where("r.name", "!=", "pending"),
        ),
        isGuestOfAll,
      ]),
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
