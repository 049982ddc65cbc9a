import type { Task } from "@atoll/contract/tasks/schemas";
import type { People } from "../people/access.ts";
import type { TaskRow } from "./queries.ts";

/** A task as those who may read it see it. */
export async function presentTask(people: People, row: TaskRow): Promise<Task> {
  const shown = await people.of([row.created_by, ...(row.assignee_id ? [row.assignee_id] : [])]);
  const createdBy = shown.get(row.created_by);
  if (!createdBy) throw new Error(`nobody is known who created the task ${row.id}`);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    dueDate: row.due_date,
    createdBy,
    assignee: (row.assignee_id && shown.get(row.assignee_id)) || null,
    departmentId: row.department_id,
    sourceMessageId: row.source_message_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
