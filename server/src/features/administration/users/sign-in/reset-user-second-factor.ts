import { canManageUsers } from "@atoll/contract/permissions";
import { AppError } from "../../../../platform/app-error.ts";
import { recordAct } from "../../../../platform/audit.ts";
import type { Database } from "../../../../tables.ts";
import { removeFactors } from "../../../identity/public.ts";
import { type Acting, actorOf, administer } from "../../acting.ts";
import { assertAllowed, canResetSignIn } from "../../policy.ts";
import { changeAccount } from "../change-account.ts";
import { accessUser } from "../user-access.ts";
import { resetSignIn } from "./reset-sign-in.ts";

/**
 * Removes the authenticator app, recovery codes and passkeys of a person or a guest who lost them, and ends their sessions. Does
 * nothing if there are none. Viewers remove their own in the settings, which ask for the password.
 * @throws {AppError} `own_account`, `user_not_found`, `forbidden` for an account that the viewer may not change.
 */
export async function resetUserSecondFactor(db: Database, acting: Acting, userId: string): Promise<void> {
  if (userId === acting.viewer.id) throw new AppError("own_account");
  await administer(db, acting, canManageUsers, async (tx, current) => {
    const target = await accessUser(tx, current.viewer, userId, true);
    assertAllowed(canResetSignIn(current.viewer, target), "the second factor of somebody who holds more");
    if (!(await removeFactors(tx, userId))) return;
    await changeAccount(tx, userId);
    await resetSignIn(tx, current, target, "second-factor.removed");
    const subject = { type: "user", id: userId, name: target.name };
    await recordAct(tx, { ...actorOf(current), action: "second-factor.removed", subject });
  });
}
