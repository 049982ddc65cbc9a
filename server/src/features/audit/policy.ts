import { canReadAudit, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/**
 * Asserts that the viewer has `audit:read`, because the log shows who did what from where.
 * @throws {AppError} `forbidden`.
 */
export function assertMayReadAudit(viewer: PermissionHolder): void {
  if (!canReadAudit(viewer)) throw new AppError("forbidden", { detail: "no audit/read" });
}
