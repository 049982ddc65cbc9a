import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { findReadable } from "../../../capabilities/documents/references/find-readable.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

export const boardsKey = ["tasks", "board"] as const;
const openTasks = ["tasks", "open"] as const;

export function openTaskKey(taskId: string) {
  return [...openTasks, taskId] as const;
}

/** An opened task in the query cache; `isGone` once it was deleted, or the viewer may no longer see it. */
export interface CachedTask {
  task: OpenTask;
  isGone: boolean;
}

const kinds: readonly SeenKind[] = [
  { name: "tasks/board", queryKey: boardsKey, newest: 5 },
  {
    name: "tasks/open",
    queryKey: openTasks,
    newest: 40,
    subjectOf: ([, , taskId]) => String(taskId),
    findReadable: findReadable("task"),
  },
];

/** The tasks that open without a connection: the boards and tasks that were viewed last. */
export const seenInTasks = () => kinds;
