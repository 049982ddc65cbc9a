import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { type LiveHandlers, lookAgain } from "../../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../../capabilities/live/use-live-query.ts";
import { useKeptSeen } from "../../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../../lib/api-client.ts";
import { hasCode } from "../../../../lib/judge-error.ts";
import { openTasks, seenInTasks } from "../../data/seen-in-tasks.ts";

/** What the browser holds of a task that is opened; `isGone` once it was deleted, or is the viewer's to see no more. */
export interface HeldTask {
  task: OpenTask;
  isGone: boolean;
}

export function openTaskKey(taskId: string) {
  return [...openTasks, taskId] as const;
}

/** A task with everything about it, kept equal to the server's while it is shown. */
export function useOpenTask(taskId: string) {
  useKeptSeen(seenInTasks);
  const query = useLiveQuery<HeldTask>({
    queryKey: openTaskKey(taskId),
    queryFn: async ({ signal }) => ({
      task: (await call(taskRoutes.getTask, { params: { taskId } }, { signal })).task,
      isGone: false,
    }),
    on: openTaskEvents,
    retry: (count, error) => count < 2 && !hasCode(error, "task_not_found"),
  });
  const isMissing = hasCode(query.error, "task_not_found");
  return { ...query, isMissing, isGone: query.data !== undefined && (query.data.isGone || isMissing) };
}

/** What an event makes of it. An event says less than what is held, so what is different is fetched. */
const openTaskEvents: LiveHandlers<HeldTask> = {
  "task.changed": (held, { task }) => (isNews(held, task) ? lookAgain() : held),
  "task.gone"(held, { taskId }) {
    if (taskId === held.task.id) return held.isGone ? held : { ...held, isGone: true };
    return neighboursOf(held.task).some(({ id }) => id === taskId) ? lookAgain() : held;
  },
};

function isNews(held: HeldTask, task: Task): boolean {
  if (task.id === held.task.id) return held.isGone || task.version > held.task.version;
  const shown = neighboursOf(held.task).filter(({ id }) => id === task.id);
  if (shown.length === 0) return task.parentId === held.task.id;
  return shown.some(
    (one) =>
      one.title !== task.title ||
      one.status !== task.status ||
      one.assignee?.id !== task.assignee?.id ||
      JSON.stringify(one.due) !== JSON.stringify(task.due),
  );
}

/** The tasks that it names. */
function neighboursOf({ parent, subtaskList, blockedByList, blocksList }: OpenTask) {
  return [...(parent ? [parent] : []), ...subtaskList, ...blockedByList, ...blocksList];
}
