import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { canMoveMember } from "../organisation-policy.ts";
import { assertAllowed } from "../policy.ts";
import { findUser, type UserRow } from "../users/user-queries.ts";

/**
 * Returns a person that the viewer may add to a department, or remove from one.
 * @throws {AppError} `user_not_found`; `forbidden` for a super admin, unless the viewer is one.
 */
export async function accessMember(tx: Database, viewer: PermissionHolder, userId: string): Promise<UserRow> {
  const person = await findUser(tx, userId);
  if (!person) throw new AppError("user_not_found");
  assertAllowed(canMoveMember(viewer, person), "the departments of a super admin");
  return person;
}
