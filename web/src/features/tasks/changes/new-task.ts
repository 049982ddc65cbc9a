import type { Person } from "@atoll/contract/people/schemas";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import type { TaskAct } from "./task-act.ts";
import { rankOnArrival } from "./with-act.ts";

/** Returns a task that the server does not have yet, as lists show it. */
export function newTask(
  { id, createdAt, viewer }: { id: string; createdAt: string; viewer: Person },
  { task, assignee, state = null, cycle = null }: Extract<TaskAct, { act: "create" }>,
): Task {
  const { title, description = "", status = "todo", priority = "medium", due = null, tags = [] } = task;
  return {
    id,
    title,
    note: description,
    status,
    state,
    rank: rankOnArrival(status),
    priority,
    startsOn: task.startsOn ?? null,
    due: due && { date: due.date, clock: due.clock ?? null },
    recurrence: null,
    tags: [...tags],
    isUrgent: null,
    fields: task.fields ?? {},
    fieldPeople: [],
    estimateMinutes: task.estimateMinutes ?? null,
    trackedMinutes: 0,
    cycle,
    createdBy: viewer,
    assignee,
    watcherIds: [],
    departmentId: task.departmentId ?? null,
    parentId: task.parentId ?? null,
    sourceMessageId: task.sourceMessageId ?? null,
    commentCount: 0,
    attachmentCount: 0,
    subtasks: { done: 0, total: task.subtasks?.length ?? 0 },
    blockedBy: 0,
    blocks: 0,
    version: 0,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
  };
}

/** The same as its sheet shows it. */
export function newOpenTask(
  created: { id: string; createdAt: string; viewer: Person },
  act: Extract<TaskAct, { act: "create" }>,
): OpenTask {
  return {
    ...newTask(created, act),
    description: act.task.description ?? "",
    descriptionVersion: 1,
    watchers: [],
    parent: null,
    subtaskList: [],
    blockedByList: [],
    blocksList: [],
    requirements: [],
    links: [],
    attachments: [],
    ownFields: [],
    otherFields: [],
  };
}
