import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { type Act, recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { managedBy } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changeAccount } from "./change-account.ts";
import { presentUser } from "./present-user.ts";
import { accessUser } from "./user-access.ts";
import type { UserRow } from "./user-queries.ts";

/**
 * Enables a disabled account. Idempotent.
 * @throws {AppError} `user_not_found`, `forbidden` for an account that the viewer may not change, `managed_by_directory`
 *   for a person who is not active in their directory: it would disable them again.
 */
export function enableUser(db: Database, acting: Acting, userId: string): Promise<AdminUser> {
  return administer(db, acting, canManageUsers, async (tx, current) => {
    const before = await accessUser(tx, current.viewer, userId);
    if (!before.disabled_at) return presentUser(before, current.viewer);
    return presentUser(await enableAccount(tx, before, actorOf(current)), current.viewer);
  });
}

/**
 * Enables a disabled account, in the transaction of an administrative change.
 * @param by for the audit log; without an actor when the operator of the server acts.
 * @throws {AppError} `managed_by_directory`.
 */
export async function enableAccount(
  tx: Database,
  before: UserRow,
  by: Pick<Act, "actor" | "address">,
): Promise<UserRow> {
  const { id, name } = before;
  if (before.directory && !before.directory.isActive) throw managedBy(before.directory);
  const after = await changeAccount(tx, id, { disabled_at: null });
  await recordAct(tx, { ...by, action: "user.enabled", subject: { type: "user", id, name } });
  return after;
}
