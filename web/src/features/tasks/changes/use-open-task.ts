import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { type LiveHandlers, refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { type CachedTask, openTaskKey } from "../data/cached-task.ts";
import { seenInTasks } from "../data/seen-in-tasks.ts";
import { useNewTask } from "./task-changes.ts";

/** A task with everything about it, kept equal to the server's while it is shown. */
export function useOpenTask(taskId: string) {
  useKeptSeen(seenInTasks);
  const created = useNewTask(taskId);
  const query = useLiveQuery<CachedTask>({
    queryKey: openTaskKey(taskId),
    queryFn: async ({ signal }) => ({
      task: (await call(taskRoutes.getTask, { params: { taskId } }, { signal })).task,
      isGone: false,
    }),
    on: openTaskEvents,
    // The server does not have it yet.
    enabled: created === undefined,
    retry: (count, error) => count < 2 && !hasCode(error, "task_not_found"),
  });
  const isMissing = hasCode(query.error, "task_not_found");
  const data = query.data ?? (created && { task: created, isGone: false });
  return { ...query, data, isMissing, isGone: query.data !== undefined && (query.data.isGone || isMissing) };
}

/** Applies an event to an opened task. Events contain less than the opened task, so the rest is fetched. */
const openTaskEvents: LiveHandlers<CachedTask> = {
  "task.changed": (held, { task }) => (isNews(held, task) ? refetch() : held),
  "task.gone"(held, { taskId }) {
    if (taskId === held.task.id) return held.isGone ? held : { ...held, isGone: true };
    return neighboursOf(held.task).some(({ id }) => id === taskId) ? refetch() : held;
  },
};

function isNews(held: CachedTask, task: Task): boolean {
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
