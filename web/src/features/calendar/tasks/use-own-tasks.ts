import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { type LiveHandlers, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { addDays } from "../../../lib/time/wall-time.ts";

const mostAtOnce = 200;
/** So many are offered to be planned: those that are due first. */
const mostOffered = 50;

const ownOf = (viewerId: string) => ({
  scope: "my" as const,
  assignees: `${viewerId},none`,
  statuses: openTaskStatuses.join(","),
  parents: "all" as const,
  sort: "due" as const,
});

/** Returns the viewer's open tasks that are due on these days or an adjacent one, because clocks differ. */
export function useDueTasks(days: readonly string[], isShown: boolean) {
  const { id } = useViewer();
  const [dueFrom, dueTo] = [addDays(days[0] ?? "", -1), addDays(days.at(-1) ?? "", 1)];
  return useLiveQuery<Task[]>({
    queryKey: ["calendar", "due", dueFrom, dueTo],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = [];
      let cursor: string | undefined;
      do {
        const query = {
          ...ownOf(id),
          dueFrom,
          dueTo,
          limit: mostAtOnce,
          ...(cursor !== undefined && { cursor }),
        };
        const page = await call(taskListRoutes.listTasks, { query }, { signal });
        tasks.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return tasks;
    },
    enabled: isShown,
    // Those of the days before stay until these are there.
    placeholderData: keepPreviousData,
    on: dueHandlersFor(id),
  });
}

/** Returns the viewer's open tasks by due date. */
export function usePlannableTasks(isShown: boolean) {
  const { id } = useViewer();
  return useLiveQuery<Task[]>({
    queryKey: ["calendar", "plannable"],
    queryFn: async ({ signal }) => {
      const query = { ...ownOf(id), limit: mostOffered };
      return (await call(taskListRoutes.listTasks, { query }, { signal })).items;
    },
    enabled: isShown,
    on: handlersFor(id),
  });
}

/** A task that was shown and still belongs here is taken from the event, so that a moved due date is seen at once. */
function dueHandlersFor(viewerId: string): LiveHandlers<Task[]> {
  const handlers = handlersFor(viewerId);
  return {
    ...handlers,
    "task.changed": (tasks, event) => {
      const { task } = event;
      const isOwn = (task.assignee ?? task.createdBy).id === viewerId;
      const isKept = isOwn && task.completedAt === null && task.status !== "archived" && task.due !== null;
      return isKept && tasks.some(({ id }) => id === task.id)
        ? tasks.map((one) => (one.id === task.id ? task : one))
        : (handlers["task.changed"]?.(tasks, event) ?? tasks);
    },
  };
}

/** Whether a task is or was the viewer's. */
function handlersFor(viewerId: string): LiveHandlers<Task[]> {
  return {
    "task.changed": (tasks, { task }) =>
      task.assignee?.id === viewerId ||
      task.createdBy.id === viewerId ||
      tasks.some(({ id }) => id === task.id)
        ? refetchSpread()
        : tasks,
    "task.gone": (tasks, { taskId }) => tasks.filter(({ id }) => id !== taskId),
  };
}
