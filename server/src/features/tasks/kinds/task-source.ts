import { canManageTasks } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { dueColumns } from "../due-columns.ts";
import { isReadable } from "../readable.ts";

/** Makes tasks searchable by their titles, descriptions and tags. */
export const taskSource: SliceSearchSource = {
  kind: "task",
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM tasks t WHERE t.id = ${id} AND ${isReadable(viewer)})`,
  // The parts that people have in a task, as in `isReadable`. Readers of a task also find its sub-tasks.
  narrow: (viewer) =>
    canManageTasks(viewer)
      ? undefined
      : {
          marks: [`/p${viewer.id}`, "/part", ...viewer.departments.map(({ id }) => `/d${id}`)],
          ids: sql`SELECT watching.task_id FROM task_watchers watching WHERE watching.user_id = ${viewer.id}`,
        },
  async present({ people }, tx, viewer, ids) {
    const rows = await tx
      .selectFrom("tasks as t")
      .select(["t.id", "t.title", "t.description", "t.tags", "t.status", "t.priority", ...dueColumns])
      .select(["t.created_by", "t.assignee_id", "t.department_id", "t.comment_count", "t.created_at"])
      .where(sql<boolean>`t.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    const known = await people.of(rows.flatMap(({ assignee_id }) => assignee_id ?? []));
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: row.description,
          tags: row.tags,
          at: row.created_at.toISOString(),
          personId: row.created_by,
          departmentIds: row.department_id === null ? [] : [row.department_id],
          link: `/tasks?task=${row.id}`,
          detail: {
            kind: "task",
            status: row.status,
            priority: row.priority,
            dueDate: row.due_date,
            assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
            commentCount: row.comment_count,
          },
        },
      ]),
    );
  },
};
