import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { openTasks } from "./seen-in-tasks.ts";

/** An opened task in the query cache; `isGone` once it was deleted, or the viewer may no longer see it. */
export interface CachedTask {
  task: OpenTask;
  isGone: boolean;
}

export function openTaskKey(taskId: string) {
  return [...openTasks, taskId] as const;
}
