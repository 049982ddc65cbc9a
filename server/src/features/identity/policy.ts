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

/**
 * Returns whether a signed-in person must do something before anything else: until then they use and receive nothing.
 */
export function isHeldBack(viewer: Pick<Viewer, "mustSetUpSecondFactor" | "mustChoosePassword">): boolean {
  return viewer.mustChoosePassword || viewer.mustSetUpSecondFactor;
}

/**
 * Asserts that a viewer may use a route. A person who must choose a password, because an administrator changed how they
 * sign in, or whose role requires a second factor, may only use the routes that this takes.
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
