import type { PermissionHolder } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { rolesOfNewcomer } from "../users/create-user.ts";
import type { ChosenRole } from "../users/user-access.ts";

/**
 * Returns the roles of an invitation, without those that have since been deleted.
 * @throws {AppError} `forbidden` for a role that its inviter may not give any more.
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
  return rolesOfNewcomer(
    tx,
    inviter,
    rows.map(({ id }) => id),
  );
}
