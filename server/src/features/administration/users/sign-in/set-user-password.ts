import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../../../platform/app-error.ts";
import { recordAct } from "../../../../platform/audit.ts";
import { assertAcceptablePassword, hashPassword } from "../../../../platform/seals/passwords.ts";
import type { Database } from "../../../../tables.ts";
import { type Acting, actorOf, administer } from "../../acting.ts";
import { assertAllowed, canResetSignIn } from "../../policy.ts";
import { changeAccount } from "../change-account.ts";
import { accessUser } from "../user-access.ts";
import { resetSignIn } from "./reset-sign-in.ts";

/**
 * Sets a new password for a person or a guest, who must replace it at the next sign-in; all their sessions end. Viewers change
 * their own in the settings, which ask for the current one.
 * @param names of the product and the company, which are not accepted as passwords.
 * @throws {AppError} `own_account`, `user_not_found`, `password_too_common`, `forbidden` for an account that the viewer
 *   may not change.
 */
export async function setUserPassword(
  { db, names }: { db: Database; names: readonly string[] },
  acting: Acting,
  userId: string,
  password: string,
): Promise<void> {
  if (userId === acting.viewer.id) throw new AppError("own_account");
  const user = await accessUser(db, acting.viewer, userId, true);
  assertAllowed(canResetSignIn(acting.viewer, user), "the password of somebody who holds more");
  await assertAcceptablePassword(password, [user.name, user.email, ...names]);
  // Hash before the transaction, because it is slow on purpose.
  const passwordHash = await hashPassword(password);
  await administer(db, acting, canManageUsers, async (tx, current) => {
    // Check again: they may since have been given more power than the viewer's.
    const target = await accessUser(tx, current.viewer, userId, true);
    await changeAccount(tx, userId, { password_hash: passwordHash });
    await resetSignIn(tx, current, target, "password.set");
    const subject = { type: "user", id: userId, name: target.name };
    await recordAct(tx, { ...actorOf(current), action: "password.set", subject });
  });
}
