import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** Specification, section 6 (tasks/create). */
export function canCreateTasks(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "tasks", "create");
}

/** Sees, changes and deletes the tasks of every department. What belongs to no department stays with its people. */
export function canManageTasks(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "tasks", "manage");
}

/** What a policy looks at of a person. */
export type TaskViewer = PermissionHolder & { id: string; departments: readonly { id: string }[] };

/** Who plays which part in a task. */
export interface TaskParts {
  createdBy: { id: string };
  assignee: { id: string } | null;
  watcherIds: readonly string[];
  departmentId: string | null;
}

/**
 * A task is read by who created it, who is to do it, who watches it, and by the members of its department. Whoever
 * reads it may also change it. See docs/decisions/049-who-sees-a-task.md.
 */
export function canReadTask(viewer: TaskViewer, task: TaskParts): boolean {
  return (
    task.createdBy.id === viewer.id ||
    task.assignee?.id === viewer.id ||
    task.watcherIds.includes(viewer.id) ||
    (task.departmentId !== null &&
      (canManageTasks(viewer) || viewer.departments.some(({ id }) => id === task.departmentId)))
  );
}

/** Its creator, and in a department whoever manages tasks. */
export function canDeleteTask(viewer: TaskViewer, task: TaskParts): boolean {
  return task.createdBy.id === viewer.id || (task.departmentId !== null && canManageTasks(viewer));
}
