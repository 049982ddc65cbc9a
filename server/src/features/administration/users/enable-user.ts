import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { managedBy } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changeAccount } from "./change-account.ts";
import { presentUser } from "./present-user.ts";
import { accessUser } from "./user-access.ts";

/**
 * Enables a disabled account. Idempotent.
 * @throws {AppError} `user_not_found`, `forbidden` for an account that the viewer may not change, `managed_by_directory`
 *   for a person who is not active in their directory: it would disable them again.
 */
export function enableUser(db: Database, acting: Acting, userId: string): Promise<AdminUser> {
  return administer(db, acting, canManageUsers, async (tx, current) => {
    const before = await accessUser(tx, current.viewer, userId);
    if (!before.disabled_at) return presentUser(before, current.viewer);
    if (before.directory && !before.directory.isActive) throw managedBy(before.directory);
    const after = await changeAccount(tx, userId, { disabled_at: null });
    await recordAct(tx, {
      ...actorOf(current),
      action: "user.enabled",
      subject: { type: "user", id: userId, name: before.name },
    });
    return presentUser(after, current.viewer);
  });
}
