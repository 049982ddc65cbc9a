import { canLeadOnboarding, canManageOnboarding } from "@atoll/contract/onboarding/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/** @throws {AppError} `forbidden` */
export function assertMayManage(viewer: PermissionHolder): void {
  if (!canManageOnboarding(viewer)) throw new AppError("forbidden", { detail: "no onboarding/manage" });
}

/** @throws {AppError} `forbidden` */
export function assertMayLead(
  viewer: PermissionHolder & { id: string },
  row: { person_id: string; manager_id: string | null },
): void {
  if (!canLeadOnboarding(viewer, partsOf(row))) throw new AppError("forbidden", { detail: "leads it not" });
}

/** Returns the people of an onboarding's row, as the policies need them. */
export const partsOf = (row: { person_id: string; manager_id: string | null }) => ({
  personId: row.person_id,
  managerId: row.manager_id,
});
