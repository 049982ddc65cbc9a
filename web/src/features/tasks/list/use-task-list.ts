import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type LiveHandlers, lookAgain, lookAgainInTime } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { useNow } from "../../../lib/use-now.ts";
import { useViewer } from "../../../lib/use-session.tsx";
import { type Arrangement, sortQuery } from "../data/arrangement.ts";
import { type ShownTasks, taskQuery } from "../data/task-filter.ts";
import {
  hasMisplaced,
  type TaskGroupOf,
  type TaskList,
  withoutTask,
  withPage,
  withTask,
} from "./list-state.ts";

const lists = ["tasks", "list"] as const;
const pageSize = 50;
/** As many of a group as one answer brings. */
const maxAtOnce = 200;

/** Tasks told apart into groups, kept equal to the server's while they are shown. */
export function useTaskList(shown: ShownTasks, arrangement: Arrangement) {
  const { id: viewerId } = useViewer();
  const queryClient = useQueryClient();
  const queryKey = listKey(shown, arrangement);
  const query = useLiveQuery<TaskList>({
    queryKey,
    async queryFn({ signal }) {
      // What was scrolled to stays.
      const held =
        queryClient.getQueryData<TaskList>(queryKey)?.groups.map(({ items }) => items.length) ?? [];
      const limit = Math.min(maxAtOnce, Math.max(pageSize, ...held));
      const query = { ...taskQuery(shown), ...sortQuery(arrangement), group: arrangement.group, limit };
      const { groups } = await call(taskListRoutes.listTaskGroups, { query }, { signal });
      return { shown, arrangement, groups };
    },
    placeholderData: keepPreviousData,
    on: onList(viewerId),
  });
  useClock(query.data, viewerId, () => void query.refetch());
  return query;
}

/** At midnight, and when the time of a task has come, the same tasks are another list. */
function useClock(list: TaskList | undefined, viewerId: string, refetch: () => void): void {
  useNow();
  const isOld = list !== undefined && hasMisplaced(list, viewerId);
  const again = useEffectEvent(refetch);
  useEffect(() => {
    if (isOld) again();
  }, [isOld]);
}

/** What each event makes of a list. */
function onList(viewerId: string): LiveHandlers<TaskList> {
  return {
    "task.changed": (list, { task }) => withTask(list, task, viewerId) ?? lookAgain(),
    "task.gone": (list, { taskId }) => withoutTask(list, taskId) ?? lookAgain(),
    "tasks.rearranged": lookAgainInTime,
  };
}

const listKey = (shown: ShownTasks, arrangement: Arrangement) => [...lists, shown, arrangement];

/** Asks for more of one group. */
export function useMoreOfGroup(shown: ShownTasks, arrangement: Arrangement, group: TaskGroupOf) {
  const queryClient = useQueryClient();
  const queryKey = listKey(shown, arrangement);
  return useMutation({
    networkMode: "always",
    async mutationFn(cursor: string | null) {
      const query = {
        ...taskQuery(shown),
        ...sortQuery(arrangement),
        ...narrowed(arrangement, group.value),
        cursor: cursor ?? undefined,
        limit: pageSize,
      };
      const page = await call(taskListRoutes.listTasks, { query });
      queryClient.setQueryData<TaskList>(
        queryKey,
        (list) => list && withPage(list, group.value, cursor, page),
      );
    },
  });
}

/** Tells the lists in the cache of tasks that the server has just answered with. */
export function tellTaskLists({ queryClient, viewer }: SignedIn, tasks: readonly Task[]): void {
  queryClient.setQueriesData<TaskList>({ queryKey: lists }, (list) => {
    if (!list) return list;
    // What a list cannot know comes with the event.
    return tasks.reduce((held, task) => withTask(held, task, viewer.id) ?? held, list);
  });
}

function narrowed({ group }: Arrangement, value: string | null) {
  if (group === "status") return { statuses: value ?? "" };
  if (group === "priority") return { priorities: value ?? "" };
  if (group === "due") return { due: value ?? "" };
  return group === "assignee" ? { assignees: value ?? "none" } : {};
}
