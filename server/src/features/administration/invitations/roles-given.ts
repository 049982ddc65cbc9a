import type { PermissionHolder } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { rolesOfNewcomer } from "../users/create-user.ts";
import type { ChosenRole } from "../users/user-access.ts";

/**
 * Returns the roles of an invitation, without those that have since been deleted. If none is left, its person does not
 * get the role `user` instead, which nobody chose for them.
 * @throws {AppError} `role_not_found` if none is left; `forbidden` for a role that its inviter may not give any more.
 */
export async function rolesOfInvitation(
  tx: Database,
  inviter: PermissionHolder,
  roleIds: readonly string[],
): Promise<ChosenRole[]> {
  const rows = await tx
    .selectFrom("roles")
    .select("id")
    .where(sql<SqlBool>`id = ANY(${[...roleIds]}::uuid[])`)
    .execute();
  if (rows.length === 0) throw new AppError("role_not_found");
  return rolesOfNewcomer(
    tx,
    inviter,
    rows.map(({ id }) => id),
  );
}
