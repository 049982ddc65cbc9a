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
    // The directory would create the account again.
    if (user.directory?.isActive) throw managedBy(user.directory);
    const heir = handOverTo === undefined ? undefined : await accessHeir(tx, userId, handOverTo);
    // Before the channels: see the order of locks at `holdViewer`.
    await endSessionsOf(tx, userId, "account deleted");
    const gathered = await ownership.gather(tx, userId, current.viewer.id);
    const handedOver = heir && (await ownership.handOver(tx, userId, heir.id, current.viewer.id));
    if (heir) await notifyPerson(tx, current.viewer, heir.id, "account.inherited", [user]);
    await tx.deleteFrom("accounts").where("id", "=", userId).execute();
    await assertSuperAdminLeft(tx, user);
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
    return [gathered, ...(handedOver ? [handedOver] : [])];
  });
  for (const broadcast of broadcasts) await broadcast(context);
}

async function accessHeir(tx: Database, userId: string, heirId: string): Promise<UserRow> {
  const heir = await findUser(tx, heirId);
  if (!heir || heir.id === userId || heir.disabled_at) throw new AppError("user_not_found");
  return heir;
}
