import { isSuperAdmin } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/**
 * Throws unless the viewer is a super administrator.
 * @throws {AppError} `forbidden`.
 */
export function assertSuperAdmin(viewer: Parameters<typeof isSuperAdmin>[0]): void {
  if (!isSuperAdmin(viewer)) throw new AppError("forbidden", { detail: "not a super administrator" });
}
