import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { type RoleRow, selectRoles } from "./role-queries.ts";

/**
 * Locks a role until the transaction ends and returns it: nobody can change, delete or give it, including single
 * sign-on.
 * @throws {AppError} `role_not_found`.
 */
export async function accessRole(tx: Database, roleId: string): Promise<RoleRow> {
  await tx.selectFrom("roles").select("id").where("id", "=", roleId).forUpdate().execute();
  const row = await selectRoles(tx).where("r.id", "=", roleId).executeTakeFirst();
  if (!row) throw new AppError("role_not_found");
  return row;
}
