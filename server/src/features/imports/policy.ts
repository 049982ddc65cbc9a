import { canRunImports, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/** @throws {AppError} `forbidden`. */
export function assertMayRun(viewer: PermissionHolder): void {
  if (!canRunImports(viewer)) throw new AppError("forbidden", { detail: "no imports/run" });
}
