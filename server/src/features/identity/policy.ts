import type { Viewer } from "@atoll/contract/identity/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { isPending } from "@atoll/contract/permissions";
import type { Route } from "@atoll/contract/route";
import { AppError } from "../../platform/app-error.ts";

/**
 * Whether an account may be here at all. Specification, sections 1, 6 and 8.
 * @throws {AppError} `account_disabled`, `email_not_confirmed` or `account_pending`.
 */
export function assertMayEnter(
  account: PermissionHolder & { disabled_at: Date | null; email_confirmed_at: Date | null },
): void {
  if (account.disabled_at) throw new AppError("account_disabled");
  if (!account.email_confirmed_at) throw new AppError("email_not_confirmed");
  if (isPending(account)) throw new AppError("account_pending");
}

/** Whether somebody is signed in and has something to do before anything else: they use, hear and read nothing. */
export function isHeldBack(viewer: Pick<Viewer, "mustSetUpSecondFactor" | "mustChoosePassword">): boolean {
  return viewer.mustChoosePassword || viewer.mustSetUpSecondFactor;
}

/**
 * Whether a route may be used by somebody who has to choose a password first, since an administrator has changed how
 * they sign in, or whose role asks for a second factor: everything once it is done, before that only what it takes.
 * @throws {AppError} `new_password_required`, `second_factor_setup_required`.
 */
export function assertSetUp(
  viewer: Pick<Viewer, "mustSetUpSecondFactor" | "mustChoosePassword">,
  route: Pick<Route, "isOpenDuringSetup" | "isOpenBeforeNewPassword">,
): void {
  if (viewer.mustChoosePassword) {
    if (!route.isOpenBeforeNewPassword) throw new AppError("new_password_required");
  } else if (viewer.mustSetUpSecondFactor && !route.isOpenDuringSetup) {
    throw new AppError("second_factor_setup_required");
  }
}
