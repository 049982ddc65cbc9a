import { canOpenAdmin } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";

/** @throws {AppError} `forbidden` for a viewer who does not open the admin panel. */
export function assertMayEditWords(viewer: Parameters<typeof canOpenAdmin>[0]): void {
  if (!canOpenAdmin(viewer)) throw new AppError("forbidden", { detail: "no administrator" });
}
