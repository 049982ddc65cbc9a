import { canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import { isInvitedGuest, isNoStrangeGuest } from "../people/public.ts";

/** Tasks as subjects of files. Stored, and so never changed. */
export const taskFileKind = "task";

/**
 * SQL: the viewer may read the task of the table or alias `task`. A sub-task is also readable by readers of its parent.
 * Lists, counts, links and events all use this set; `canReadTask` of the contract expresses the same rule for one task.
 * See docs/decisions/046-who-sees-a-task.md.
 */
export function isReadable(viewer: TaskViewer, task = "t"): RawBuilder<boolean> {
  // Guests read what they were invited to, and no sub-task of it.
  if (viewer.isGuest)
    return sql<boolean>`(${sql.ref(`${task}.deleted_at`)} IS NULL
      AND ${isInvitedGuest(sql`${viewer.id}::uuid`, "task", sql.ref(`${task}.id`))})`;
  const parent = sql.ref(`${task}.parent_id`);
  return sql<boolean>`(${sql.ref(`${task}.deleted_at`)} IS NULL AND (${isOwn(viewer, task)} OR (${parent} IS NOT NULL
    AND EXISTS (SELECT FROM tasks whole WHERE whole.id = ${parent} AND ${isOwn(viewer, "whole")}))))`;
}

/** SQL for the ID of a person, in a query about many people. */
export type PersonColumn = RawBuilder<string>;

/**
 * SQL: the same for one of many people, whose permissions are looked up in the query. `whole` is the alias of the
 * parent of `task`, if any.
 */
export function isReadableBy(person: PersonColumn, task: string, whole: string): RawBuilder<boolean> {
  const id = sql.ref(`${task}.id`);
  return sql<boolean>`(${sql.ref(`${task}.deleted_at`)} IS NULL
    AND (${isOwnOf(person, task)} OR ${isOwnOf(person, whole)} OR ${isInvitedGuest(person, "task", id)})
    AND ${isNoStrangeGuest(person, "task", id)})`;
}

function isOwnOf(person: PersonColumn, task: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${task}.${name}`);
  const department = column("department_id");
  return sql<boolean>`(${column("created_by")} = ${person} OR ${column("assignee_id")} = ${person}
    OR EXISTS (SELECT FROM task_watchers w WHERE w.task_id = ${column("id")} AND w.user_id = ${person} LIMIT 1)
    OR (${department} IS NOT NULL AND (
      EXISTS (SELECT FROM user_departments ud WHERE ud.department_id = ${department} AND ud.user_id = ${person} LIMIT 1)
      OR EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.id = rp.permission_id
        WHERE ur.user_id = ${person} AND p.resource = 'tasks' AND p.action = 'manage' LIMIT 1))))`;
}

/**
 * SQL: the viewer has a part in this very task. The tasks that they watch are read once, not once per task: for the
 * many tasks of others, this is the only lookup left.
 */
function isOwn(viewer: TaskViewer, task: string): RawBuilder<boolean> {
  const department = sql.ref(`${task}.department_id`);
  const inDepartment = canManageTasks(viewer)
    ? sql`${department} IS NOT NULL`
    : sql`${department} = ANY(${viewer.departments.map(({ id }) => id)}::uuid[])`;
  return sql<boolean>`(${sql.ref(`${task}.created_by`)} = ${viewer.id} OR ${sql.ref(`${task}.assignee_id`)} = ${viewer.id}
    OR ${inDepartment} OR ${sql.ref(`${task}.id`)} IN (SELECT watching.task_id FROM task_watchers watching
      WHERE watching.user_id = ${viewer.id}))`;
}
