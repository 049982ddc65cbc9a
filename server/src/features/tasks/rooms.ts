import { canManageTasks } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";

const personRoom = (userId: string) => `tasks-of-person:${userId}`;
const departmentRoom = (departmentId: string) => `tasks-of-department:${departmentId}`;
const allDepartmentsRoom = "tasks-of-all-departments";
/** The room of everybody who may open tasks. Its events name no task. */
export const everybodysRoom = "tasks";

/** Returns the rooms for the tasks that a viewer may read: the same set as `isReadable`. */
export function taskRooms(viewer: RequestViewer): string[] {
  return [
    everybodysRoom,
    personRoom(viewer.id),
    ...(canManageTasks(viewer) ? [allDepartmentsRoom] : []),
    ...viewer.departments.map(({ id }) => departmentRoom(id)),
  ];
}

/**
 * Returns the rooms of all people who may read each of these tasks and each of their sub-tasks, which are readable with
 * them, keyed by task ID. A deleted task has none.
 */
export async function audiencesOf(
  db: Database,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom("tasks as t")
    .leftJoin("tasks as whole", "whole.id", "t.parent_id")
    .select([
      "t.id",
      sql<string[]>`ARRAY[t.created_by, t.assignee_id, whole.created_by, whole.assignee_id]::text[]`.as(
        "people",
      ),
      sql<string[]>`ARRAY[t.department_id, whole.department_id]::text[]`.as("departments"),
      watchers().as("watchers"),
    ])
    .where(sql<boolean>`(t.id = ANY(${taskIds}::uuid[]) OR t.parent_id = ANY(${taskIds}::uuid[]))`)
    .where("t.deleted_at", "is", null)
    .execute();
  return new Map(
    rows.map((row) => {
      const departments = row.departments.filter(isThere);
      const people = [...row.people.filter(isThere), ...row.watchers];
      const rooms = [...people.map(personRoom), ...departments.map(departmentRoom)];
      return [row.id, [...new Set(departments.length > 0 ? [...rooms, allDepartmentsRoom] : rooms)]];
    }),
  );
}

function watchers(): RawBuilder<string[]> {
  return sql<
    string[]
  >`ARRAY(SELECT w.user_id::text FROM task_watchers w WHERE w.task_id IN (t.id, t.parent_id))`;
}

function isThere(id: string | null): id is string {
  return id !== null;
}
