import { isSuperAdmin, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/**
 * Asserts that the viewer is a super administrator: rules delete for everyone, and holds are nobody else's business.
 * @throws {AppError} `forbidden`.
 */
export function assertMayRetain(viewer: PermissionHolder): void {
  if (!isSuperAdmin(viewer)) throw new AppError("forbidden", { detail: "not a super administrator" });
}
