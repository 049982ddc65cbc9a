import type { Task } from "@atoll/contract/tasks/schemas";
import { presentPerson } from "../people/access.ts";
import type { TaskRow } from "./queries.ts";

/** A task as those who may read it see it. */
export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    dueDate: row.due_date,
    createdBy: presentPerson({
      id: row.created_by,
      name: row.creator_name,
      email: row.creator_email,
      avatar_url: row.creator_avatar_url,
    }),
    assignee: presentAssignee(row),
    departmentId: row.department_id,
    sourceMessageId: row.source_message_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentAssignee(row: TaskRow): Task["assignee"] {
  if (row.assignee_id === null || row.assignee_name === null) return null;
  return presentPerson({
    id: row.assignee_id,
    name: row.assignee_name,
    email: row.assignee_email,
    avatar_url: row.assignee_avatar_url,
  });
}
