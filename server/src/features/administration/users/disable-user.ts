import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { type Act, recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changeAccount } from "./change-account.ts";
import { presentUser } from "./present-user.ts";
import { endSessionsOf } from "./sign-in/end-sessions-of.ts";
import { assertSuperAdminLeft } from "./super-admin-left.ts";
import { accessUser } from "./user-access.ts";
import type { UserRow } from "./user-queries.ts";

/**
 * Disables an account: it cannot sign in, and its sessions end. Doing it again changes nothing. One that a directory has
 * disabled stays disabled then, whatever the directory says next.
 * @throws {AppError} `own_account`, `user_not_found`, `last_super_admin`, `forbidden` for an account out of reach.
 */
export async function disableUser(db: Database, acting: Acting, userId: string): Promise<AdminUser> {
  if (userId === acting.viewer.id) throw new AppError("own_account");
  return administer(db, acting, canManageUsers, async (tx, current) => {
    const before = await accessUser(tx, current.viewer, userId);
    if (isDisabledHere(before)) return presentUser(before, current.viewer);
    return presentUser(await disableAccount(tx, before, actorOf(current)), current.viewer);
  });
}

/** Returns whether an administrator has disabled an account, and not its directory, which may enable it again. */
export function isDisabledHere(user: Pick<UserRow, "disabled_at" | "is_disabled_by_directory">): boolean {
  return user.disabled_at !== null && !user.is_disabled_by_directory;
}

/**
 * Disables an account, in the transaction of an administrative change.
 * @param by for the audit log; without an actor when the operator of the server acts.
 * @throws {AppError} `last_super_admin`.
 */
export async function disableAccount(
  tx: Database,
  before: UserRow,
  by: Pick<Act, "actor" | "address" | "after">,
): Promise<UserRow> {
  const { id, name } = before;
  const after = await changeAccount(tx, id, { disabled_at: new Date() });
  await endSessionsOf(tx, id, "account disabled");
  await assertSuperAdminLeft(tx, before);
  await recordAct(tx, { ...by, action: "user.disabled", subject: { type: "user", id, name } });
  return after;
}
