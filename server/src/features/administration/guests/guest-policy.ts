import { maxGuestDays } from "@atoll/contract/administration/limits";
import { canInviteGuests, canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";

/** Returns who may invite: guests, or colleagues. */
export function mayInvite(guests: boolean): (viewer: PermissionHolder) => boolean {
  return guests ? canInviteGuests : canManageUsers;
}

/** Returns whether a viewer may invite guests or colleagues. */
export function mayInviteAnybody(viewer: PermissionHolder): boolean {
  return canInviteGuests(viewer) || canManageUsers(viewer);
}

/**
 * Asserts that the access of a guest may end then: in the future, and within a year.
 * @throws {AppError} `guest_end_not_possible`.
 */
export function assertGuestEnd(until: string): void {
  const leftMs = Date.parse(until) - Date.now();
  if (leftMs <= 0 || leftMs > maxGuestDays * 24 * 3600_000) throw new AppError("guest_end_not_possible");
}
