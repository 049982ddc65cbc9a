import { canReadAudit, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/**
 * The log tells who did what from where: only for who holds `audit:read`.
 * @throws {AppError} `forbidden`.
 */
export function assertMayReadAudit(viewer: PermissionHolder): void {
  if (!canReadAudit(viewer)) throw new AppError("forbidden", { detail: "no audit/read" });
}
