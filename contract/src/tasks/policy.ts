import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** Specification, section 6 (tasks/create). */
export function canCreateTasks(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "tasks", "create");
}
