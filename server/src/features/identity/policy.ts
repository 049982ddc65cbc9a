import type { Viewer } from "@atoll/contract/identity/schemas";
import { canOpenAdmin, isPending, isSuperAdmin, type PermissionHolder } from "@atoll/contract/permissions";
import { coversScope } from "@atoll/contract/personal-tokens/areas";
import { scopeOf } from "@atoll/contract/personal-tokens/route-scopes";
import type { Route } from "@atoll/contract/route";
import type { SignInWay } from "../../column-types.ts";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer } from "./request-viewer.ts";

/**
 * Whether an account may be here at all. Specification, sections 1, 6 and 8.
 * @throws {AppError} `account_disabled`, `email_not_confirmed` or `account_pending`; `bot_stopped` for a bot whose owner
 *   may not be here.
 */
export function assertMayEnter(
  account: PermissionHolder & {
    disabled_at: Date | null;
    email_confirmed_at: Date | null;
    bot?: { owner: OwnerOfBot | null } | null;
    guest_until?: Date | null;
  },
): void {
  if (account.bot && !mayOwnBot(account.bot.owner)) throw new AppError("bot_stopped");
  // On the moment, and not when the job has disabled it.
  if (account.disabled_at || (account.guest_until && account.guest_until.getTime() <= Date.now()))
    throw new AppError("account_disabled");
  if (!account.email_confirmed_at) throw new AppError("email_not_confirmed");
  if (isPending(account)) throw new AppError("account_pending");
}

/** The owner of a bot, with everything that decides whether a token of their own would work. */
export interface OwnerOfBot extends Omit<PermissionHolder, "roles">, SignInMeans {
  roles: readonly (PermissionHolder["roles"][number] & SignInMeans["roles"][number])[];
  disabled_at: unknown;
  email_confirmed_at: unknown;
}

/** Whether a person can sign in and need not do anything themselves first, so that the bots that they own work. */
function mayOwnBot(owner: OwnerOfBot | null): boolean {
  if (!owner || owner.disabled_at || !owner.email_confirmed_at || isPending(owner)) return false;
  return !isHeldBack(demandsOn(owner, "token"));
}

/** How a person can sign in, and what their roles ask for. */
interface SignInMeans {
  has_password: boolean;
  has_passkey: unknown;
  has_second_factor: unknown;
  requires_passkey: boolean;
  must_choose_password: boolean;
  roles: readonly { requiresPasskey: boolean; requiresSecondFactor: boolean }[];
}

/**
 * Returns what a session asks of its person before anything else.
 * @param way how the session was signed in: only passwords need a second factor, since a passkey is one, and the provider
 * of single sign-on is responsible for its own.
 */
export function demandsOn(
  means: SignInMeans,
  way: SignInWay,
): Pick<Viewer, "needsSecondFactor" | "mustUsePasskey" | "mustSetUpSecondFactor" | "mustChoosePassword"> {
  // A token does nothing that its person could not do after signing in with their password. The same decides whether they
  // get mail: see `Viewers.isHeldBack`.
  const isByPassword = way === "password" || (way === "token" && means.has_password);
  const needsSecondFactor = means.roles.some(({ requiresSecondFactor }) => requiresSecondFactor);
  // A passkey is two factors in one. A program has none at hand, but its person has.
  const mustUse = isByPassword && requiresPasskey(means) && !(way === "token" && means.has_passkey);
  const hasFactor = means.has_second_factor || (way === "token" && means.has_passkey);
  return {
    needsSecondFactor,
    mustUsePasskey: mustUse,
    mustSetUpSecondFactor: mustUse || (isByPassword && !hasFactor && needsSecondFactor),
    mustChoosePassword: isByPassword && means.must_choose_password,
  };
}

/** Whether only a passkey lets this person in, by their own choice or by a role. */
export function requiresPasskey(account: {
  requires_passkey: boolean;
  roles: readonly { requiresPasskey: boolean }[];
}): boolean {
  return account.requires_passkey || account.roles.some((role) => role.requiresPasskey);
}

/**
 * Whether the password does not let in somebody who has a passkey: because only a passkey does, or as the second factor
 * that a role asks for. Without a passkey they come in as far as to where they add one.
 */
export function mustUsePasskey(account: {
  has_passkey: unknown;
  has_second_factor: unknown;
  requires_passkey: boolean;
  roles: readonly { requiresPasskey: boolean; requiresSecondFactor: boolean }[];
}): boolean {
  if (!account.has_passkey) return false;
  const asksForFactor = account.roles.some(({ requiresSecondFactor }) => requiresSecondFactor);
  return requiresPasskey(account) || (asksForFactor && !account.has_second_factor);
}

/**
 * Asserts that a person may add a means of signing in: not in a session that waits for their passkey, because a thief who
 * has only the password would add one.
 * @throws {AppError} `passkey_setup_required`.
 */
export function assertMayAdd(viewer: Pick<Viewer, "mustSetUpSecondFactor" | "hasPasskey">): void {
  if (viewer.mustSetUpSecondFactor && viewer.hasPasskey) throw new AppError("passkey_setup_required");
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
 * @throws {AppError} `new_password_required`, `second_factor_setup_required`, `passkey_setup_required`.
 */
export function assertSetUp(
  viewer: Pick<Viewer, "mustSetUpSecondFactor" | "mustChoosePassword" | "mustUsePasskey">,
  route: Pick<Route, "isOpenDuringSetup" | "isOpenBeforeNewPassword">,
): void {
  if (viewer.mustChoosePassword) {
    if (!route.isOpenBeforeNewPassword) throw new AppError("new_password_required");
  } else if (viewer.mustSetUpSecondFactor && !route.isOpenDuringSetup) {
    throw new AppError(viewer.mustUsePasskey ? "passkey_setup_required" : "second_factor_setup_required");
  }
}

/**
 * Asserts that a guest may use a route: those that say so, and no other, as if there were no others (decision 165).
 * @throws {AppError} `route_not_found`.
 */
export function assertForGuests(
  viewer: Pick<Viewer, "isGuest">,
  { forGuests, path }: Pick<Route, "forGuests" | "path">,
): void {
  if (viewer.isGuest && !forGuests)
    throw new AppError("route_not_found", { detail: `${path} is not for guests` });
}

/**
 * Asserts that a program may use a route with its token. A browser's session is for every route.
 * @throws {AppError} `token_not_accepted` for routes that only people in a browser use; `token_scope_missing`.
 */
export function assertInScope(
  { scopes }: Pick<RequestViewer, "scopes">,
  route: Pick<Route, "method" | "path">,
): void {
  if (scopes === null) return;
  const needed = scopeOf(route);
  if (needed === "browsers") throw new AppError("token_not_accepted");
  if (needed !== "any" && !coversScope(scopes, needed))
    throw new AppError("token_scope_missing", { figures: { scope: needed } });
}

/**
 * Asserts that the viewer may open the admin panel.
 * @throws {AppError} `forbidden`.
 */
export function assertAdministrator(viewer: PermissionHolder): void {
  if (!canOpenAdmin(viewer)) throw new AppError("forbidden", { detail: "not an administrator" });
}

/**
 * Asserts that the viewer is a super administrator.
 * @throws {AppError} `forbidden`.
 */
export function assertSuperAdmin(viewer: PermissionHolder): void {
  if (!isSuperAdmin(viewer)) throw new AppError("forbidden", { detail: "not a super administrator" });
}
