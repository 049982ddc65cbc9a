import type { PermissionHolder } from "@atoll/contract/permissions";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { AppError } from "../../platform/app-error.ts";

/** @throws {AppError} `forbidden` if the viewer may not create tasks. */
export function assertMayCreateTasks(viewer: PermissionHolder): void {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
}
