import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { useChanges, useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { type CachedTask, openTaskKey, seenInTasks } from "../data/cached-tasks.ts";
import { isOpen } from "../data/is-open.ts";
import type { TaskChange } from "./open-task-changes.ts";
import { taskChanges, useNewTask } from "./task-changes.ts";
import { finish } from "./use-finishing.ts";
import { withActOnOpenTask } from "./with-act.ts";

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
  "task.changed": (cached, { task }) => (isNews(cached, task) ? refetch() : cached),
  "task-fields.changed": refetchSpread,
  "task-states.changed": refetchSpread,
  "task-cycles.changed": refetchSpread,
  "task.gone"(cached, { taskId }) {
    if (taskId === cached.task.id) return cached.isGone ? cached : { ...cached, isGone: true };
    return neighboursOf(cached.task).some(({ id }) => id === taskId) ? refetch() : cached;
  },
};

function isNews(cached: CachedTask, task: Task): boolean {
  if (task.id === cached.task.id) return cached.isGone || task.version > cached.task.version;
  const shown = neighboursOf(cached.task).filter(({ id }) => id === task.id);
  if (shown.length === 0) return task.parentId === cached.task.id;
  return shown.some(
    (one) =>
      one.title !== task.title ||
      one.status !== task.status ||
      one.state?.id !== task.state?.id ||
      one.assignee?.id !== task.assignee?.id ||
      JSON.stringify(one.due) !== JSON.stringify(task.due),
  );
}

/** The tasks that it names. */
function neighboursOf({ parent, subtaskList, blockedByList, blocksList }: OpenTask) {
  return [...(parent ? [parent] : []), ...subtaskList, ...blockedByList, ...blocksList];
}

export interface TaskWork {
  /** As it will be once the viewer's own changes have arrived. */
  task: OpenTask;
  /** Makes a change after those before it, and rejects with the reason when it is refused. */
  run(change: TaskChange): Promise<void>;
  /** The same, with the reason in a toast. */
  change(change: TaskChange): void;
}

/** An open task, and the way to change it. */
export function useTaskWork(task: OpenTask | undefined): TaskWork | undefined {
  const queue = useChanges(taskChanges);
  const unsettled = useUnsettled(taskChanges);
  const shown = useMemo(
    () =>
      task &&
      unsettled.reduce(
        (before, { id, body: { about, change } }) => withActOnOpenTask(before, { id, about, act: change }),
        task,
      ),
    [task, unsettled],
  );
  if (!task || !shown) return undefined;
  const pending = ({ about = [task.id], act, said }: TaskChange) => ({
    about,
    title: `“${task.title}”`,
    said,
    change: act,
  });
  return {
    task: shown,
    run: async (change) => void (await queue.run(pending(change), change.changeId)),
    change: (change) => void finish(queue, [withCounts(shown)], pending(change), change.changeId),
  };
}

/** The counts of lists follow only after a sub-task was added or changed here. */
function withCounts({ id, status, subtaskList, blockedBy }: OpenTask) {
  const open = subtaskList.filter(isOpen).length;
  return { id, status, blockedBy, subtasks: { done: subtaskList.length - open, total: subtaskList.length } };
}
