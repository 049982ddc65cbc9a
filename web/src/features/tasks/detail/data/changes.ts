import type { Person } from "@atoll/contract/people/schemas";
import type { TaskChange } from "@atoll/contract/tasks/changes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewRecurrence, OpenTask } from "@atoll/contract/tasks/schemas";
import { call } from "../../../../lib/api-client.ts";
import { doPart } from "./parts.ts";
import type { Doing } from "./use-task-work.ts";

type Fields = Pick<OpenTask, "status" | "priority" | "title" | "tags" | "due" | "departmentId">;

/** A field, or several, of a task set to what they shall be. */
export function setFields(taskId: string, fields: Partial<Fields>, said: string): Doing {
  return {
    ahead: (task) => ({ ...task, ...fields }),
    send: (changeId) => sendChange(taskId, { changeId, ...fields }),
    waits: { set: fields, ahead: fields },
    said,
  };
}

/** Says how a task comes again, or that it does not. */
export function setRecurrence(
  { id: taskId, due }: OpenTask,
  recurrence: NewRecurrence | null,
  said: string,
): Doing {
  const ahead = {
    recurrence: recurrence && due && { ...recurrence, anchor: due.date, day: due.date },
  };
  return {
    ahead: (task) => ({ ...task, ...ahead }),
    send: (changeId) => sendChange(taskId, { changeId, recurrence }),
    waits: { set: { recurrence }, ahead },
    said,
  };
}

/** Gives a task to somebody, or to nobody. */
export function setAssignee(taskId: string, assignee: Person | null, said: string): Doing {
  return {
    ahead: (task) => ({ ...task, assignee }),
    send: (changeId) => sendChange(taskId, { changeId, assigneeId: assignee?.id ?? null }),
    waits: { set: { assigneeId: assignee?.id ?? null }, ahead: { assignee } },
    said,
  };
}

/** Lets people watch it, and others no longer. */
export function setWatchers(
  taskId: string,
  { add = [], remove = [] }: { add?: Person[]; remove?: string[] },
  said: string,
): Doing {
  return doPart(taskId, { act: "watch", add, remove }, said);
}

async function sendChange(taskId: string, body: TaskChange): Promise<OpenTask | null> {
  return (await call(taskRoutes.changeTask, { params: { taskId }, body })).task;
}
