import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changeAccount } from "./change-account.ts";
import { presentUser } from "./present-user.ts";
import { endSessionsOf } from "./sign-in/end-sessions-of.ts";
import { assertSuperAdminLeft } from "./super-admin-left.ts";
import { accessUser } from "./user-access.ts";

/**
 * Disables an account: it cannot sign in, and its sessions end. Doing it again changes nothing.
 * @throws {AppError} `own_account`, `user_not_found`, `last_super_admin`, `forbidden` for an account out of reach.
 */
export async function disableUser(db: Database, acting: Acting, userId: string): Promise<AdminUser> {
  if (userId === acting.viewer.id) throw new AppError("own_account");
  return administer(db, acting, canManageUsers, async (tx, current) => {
    const before = await accessUser(tx, current.viewer, userId);
    if (before.disabled_at) return presentUser(before, current.viewer);
    const after = await changeAccount(tx, userId, { disabled_at: new Date() });
    await endSessionsOf(tx, userId, "account disabled");
    await assertSuperAdminLeft(tx, before);
    await recordAct(tx, {
      ...actorOf(current),
      action: "user.disabled",
      subject: { type: "user", id: userId, name: before.name },
    });
    return presentUser(after, current.viewer);
  });
}
