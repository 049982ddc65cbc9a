import { canManageDepartments, hasPermission, type PermissionHolder } from "../permissions.ts";

/** Specification, section 6 (tasks/create). */
export function canCreateTasks(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "tasks", "create");
}

/** Sees, changes and deletes the tasks of every department. What belongs to no department stays with its people. */
export function canManageTasks(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "tasks", "manage");
}

/**
 * Adds and changes the company's own fields of tasks, of all tasks and of each department: people who manage tasks, and
 * those who manage departments with their sections.
 */
export function canManageTaskFields(viewer: PermissionHolder): boolean {
  return canManageTasks(viewer) || canManageDepartments(viewer);
}

/** The fields of a person that the policies read. */
export type TaskViewer = PermissionHolder & { id: string; departments: readonly { id: string }[] };

/**
 * Reads the cycles of a department: its members, and the people who manage them. Counts of a report are of all tasks in it,
 * titles only of tasks that the viewer may read.
 */
export function canReadTaskCycles(viewer: TaskViewer, departmentId: string): boolean {
  return canManageTaskFields(viewer) || viewer.departments.some(({ id }) => id === departmentId);
}

/** The people involved in a task. */
export interface TaskParts {
  createdBy: { id: string };
  assignee: { id: string } | null;
  watcherIds: readonly string[];
  departmentId: string | null;
}

/**
 * Returns whether the viewer may read a task: its creator, assignee and watchers, and the members of its department.
 * Everyone who may read a task may also change it. See docs/decisions/046-who-sees-a-task.md.
 */
export function canReadTask(viewer: TaskViewer, task: TaskParts): boolean {
  // Guests read what they were invited to, which is asked of the database.
  if (viewer.isGuest) return false;
  return (
    task.createdBy.id === viewer.id ||
    task.assignee?.id === viewer.id ||
    task.watcherIds.includes(viewer.id) ||
    (task.departmentId !== null &&
      (canManageTasks(viewer) || viewer.departments.some(({ id }) => id === task.departmentId)))
  );
}

/** Returns whether the viewer may delete a task: its creator, and for a department's task, people who manage tasks. */
export function canDeleteTask(viewer: TaskViewer, task: TaskParts): boolean {
  return task.createdBy.id === viewer.id || (task.departmentId !== null && canManageTasks(viewer));
}
