import type { PermissionHolder } from "@atoll/contract/permissions";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { AppError } from "../../platform/app-error.ts";

/** @throws {AppError} `forbidden` for someone who may not create tasks. */
export function assertMayCreateTasks(viewer: PermissionHolder): void {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
}

/** A task is its creator's and its assignee's. Specification, section 4 (task list scopes). */
export function canReadTask(
  viewer: { id: string },
  task: { created_by: string; assignee_id: string | null },
): boolean {
  return task.created_by === viewer.id || task.assignee_id === viewer.id;
}
