import { hasRole } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { UserRow } from "./user-queries.ts";

/**
 * Asserts that a super admin who can sign in is left. Call it after a change that may remove one, in its transaction,
 * which `administer` serialises: two concurrent ones would each still see the other's.
 * @param before the account before the change.
 * @throws {AppError} `last_super_admin`, which rolls back the change.
 */
export async function assertSuperAdminLeft(tx: Database, before: UserRow): Promise<void> {
  const couldSignIn = before.disabled_at === null && before.email_confirmed_at !== null;
  if (!couldSignIn || !hasRole(before, "super_admin")) return;
  if ((await superAdminsWhoSignIn(tx)).size === 0) throw new AppError("last_super_admin");
}

/** Returns the IDs of all super admins who can sign in. */
export async function superAdminsWhoSignIn(tx: Database): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM roles r JOIN user_roles ur ON ur.role_id = r.id JOIN accounts a ON a.id = ur.user_id
    WHERE r.name = 'super_admin' AND a.disabled_at IS NULL AND a.email_confirmed_at IS NOT NULL`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
