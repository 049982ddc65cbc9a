import { canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL: whether the viewer may read the task of the table or alias `task`. A sub-task is also read by those who read
 * its task. The one set that lists, counts, links and events go by; `canReadTask` of the contract says the same of one.
 * See docs/decisions/049-who-sees-a-task.md.
 */
export function isReadable(viewer: TaskViewer, task = "t"): RawBuilder<boolean> {
  const parent = sql.ref(`${task}.parent_id`);
  return sql<boolean>`(${sql.ref(`${task}.deleted_at`)} IS NULL AND (${isOwn(viewer, task)} OR (${parent} IS NOT NULL
    AND EXISTS (SELECT FROM tasks whole WHERE whole.id = ${parent} AND ${isOwn(viewer, "whole")}))))`;
}

/** What a subquery for many people knows of one of them: SQL for their id. */
export type PersonColumn = RawBuilder<string>;

/**
 * SQL: the same of one of many people, whose rights are looked up beside. `whole` is the alias of the task that `task` is
 * a part of, if any.
 */
export function isReadableBy(person: PersonColumn, task: string, whole: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${task}.deleted_at`)} IS NULL AND (${isOwnOf(person, task)} OR ${isOwnOf(person, whole)}))`;
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
 * By the parts that people play in this very task. What somebody watches is read once and not for each task: of the many
 * that are not theirs that is all that is left to look at.
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
