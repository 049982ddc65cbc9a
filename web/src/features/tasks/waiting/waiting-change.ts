import type { TaskChange } from "@atoll/contract/tasks/changes";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";

/** Stands in what the browser keeps. */
export const changeKind = "task change";

/** Fields of a task that the person set. The entry's id is that of the change: however often it is sent, it is done once. */
export interface WaitingChange {
  taskId: string;
  title: string;
  set: Omit<TaskChange, "changeId" | "description">;
  /** The same as the task shows it, until there is an answer. */
  ahead: Partial<Task>;
  /** What is said once it is done. */
  said: string;
}

/** Keeps a change that could not be sent under the id that it went out with: it may have arrived. */
export function waitingEntry(changeId: string, body: WaitingChange): OutboxEntry<WaitingChange> {
  return {
    id: changeId,
    kind: changeKind,
    subject: `task/${body.taskId}`,
    body,
    createdAt: new Date().toISOString(),
    failure: null,
  };
}
