import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { OpenTask, TaskReference } from "@atoll/contract/tasks/schemas";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { doPart } from "./parts.ts";
import type { Doing } from "./use-task-work.ts";

/** Adds a sub-task in the department of its task. The task's id is the id of its creation, by which that is undone. */
export function addSubtask({ id, departmentId }: OpenTask, title: string): Doing {
  const subtask: TaskReference = { id: uuidv7(), title, status: "todo", due: null, assignee: null };
  return {
    ...doPart(id, { act: "add subtask", subtask, departmentId }, "Sub-task added"),
    changeId: subtask.id,
  };
}

/** Ticks a sub-task off, or takes the tick away. */
export function setSubtaskStatus(taskId: string, { id }: TaskReference, status: TaskStatus): Doing {
  const said = status === "done" ? "Sub-task done" : "Sub-task opened again";
  return doPart(taskId, { act: "set subtask", id, status }, said);
}

/** Lets one task wait for another, of which one is the task that is opened. */
export function block(taskId: string, blocked: TaskReference, blocker: TaskReference): Doing {
  const part = { act: "block", blocked: referenceTo(blocked), blocker: referenceTo(blocker) } as const;
  return doPart(taskId, part, `“${blocked.title}” now waits for “${blocker.title}”`);
}

/** Lets it wait no longer. */
export function unblock(taskId: string, blockedId: string, blockerId: string): Doing {
  return doPart(taskId, { act: "unblock", blockedId, blockerId }, "Dependency removed");
}

/** As they were made: ids begin with the time. */
export function byCreation(tasks: readonly TaskReference[]): TaskReference[] {
  return tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Of a whole task only what is kept while it waits. */
function referenceTo({ id, title, status, due, assignee }: TaskReference): TaskReference {
  return { id, title, status, due, assignee };
}
