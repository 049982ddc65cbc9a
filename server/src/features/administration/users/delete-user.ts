import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { managedBy } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { notifyPerson } from "../notify-others.ts";
import { namesOf } from "./insert-employees.ts";
import { endSessionsOf } from "./sign-in/end-sessions-of.ts";
import { assertSuperAdminLeft } from "./super-admin-left.ts";
import { accessUser } from "./user-access.ts";
import { findUser, type UserRow } from "./user-queries.ts";

/**
 * Deletes an account with its roles, departments and sessions, and disconnects its sockets. The profile stays as a
 * former colleague's, with everything they wrote. The things they own are handed over to `handOverTo`, if given, except
 * for things that the heir may not read. Specification, sections 5 and 6 (admin).
 * @throws {AppError} `own_account`; `user_not_found`, also if `handOverTo` cannot sign in; `last_super_admin`;
 *   `forbidden` for an account that the viewer may not change, `managed_by_directory` for one whose person is active there.
 */
export async function deleteUser(
  context: SliceContext,
  acting: Acting,
  userId: string,
  handOverTo: string | undefined,
): Promise<void> {
  if (userId === acting.viewer.id) throw new AppError("own_account");
  const { db, ownership } = context;
  const broadcasts = await administer(db, acting, canManageUsers, async (tx, current) => {
    const user = await accessUser(tx, current.viewer, userId);
    const heir = handOverTo === undefined ? undefined : await accessHeir(tx, userId, handOverTo);
    const broadcast = await deleteAccount(tx, ownership, user, {
      ...{ actorId: current.viewer.id, heir, isManaged: user.directory?.isActive === true },
      inherited: (to) => notifyPerson(tx, current.viewer, to.id, "account.inherited", [user]),
    });
    await recordAct(tx, {
      ...actorOf(current),
      action: "user.deleted",
      subject: { type: "user", id: userId, name: user.name },
      before: {
        email: user.email,
        roles: namesOf(user.roles),
        departments: namesOf(user.departments),
      },
      ...(heir ? { after: { handedOverTo: heir.name } } : {}),
    });
    return broadcast;
  });
  await broadcasts(context);
}

/**
 * Deletes an account in the transaction of an administrative change: its sessions end, and what its programs own goes to
 * the heir, or stays without an owner.
 * @returns what to broadcast after the commit.
 * @throws {AppError} `managed_by_directory`, `last_super_admin`.
 */
export async function deleteAccount(
  tx: Database,
  ownership: SliceContext["ownership"],
  user: UserRow,
  by: {
    actorId: string;
    heir?: UserRow | undefined;
    inherited?: (heir: UserRow) => Promise<void>;
    /** Whether a directory would create the account again. */
    isManaged: boolean;
    /** It goes even if no super administrator is left then. */
    isAnyway?: boolean;
  },
): Promise<(context: SliceContext) => Promise<void>> {
  if (by.isManaged && user.directory) throw managedBy(user.directory);
  // Before the channels: see the order of locks at `holdViewer`.
  await endSessionsOf(tx, user.id, "account deleted");
  const gathered = await ownership.gather(tx, user.id, by.actorId);
  const handedOver = by.heir && (await ownership.handOver(tx, user.id, by.heir.id, by.actorId));
  if (by.heir) await by.inherited?.(by.heir);
  await tx.deleteFrom("accounts").where("id", "=", user.id).execute();
  if (!by.isAnyway) await assertSuperAdminLeft(tx, user);
  return async (context) => {
    await gathered(context);
    await handedOver?.(context);
  };
}

async function accessHeir(tx: Database, userId: string, heirId: string): Promise<UserRow> {
  const heir = await findUser(tx, heirId);
  if (!heir || heir.id === userId || heir.disabled_at) throw new AppError("user_not_found");
  return heir;
}
