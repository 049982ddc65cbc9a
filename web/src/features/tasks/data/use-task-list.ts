import { exactly, writeFieldFilter } from "@atoll/contract/fields/filter";
import type { RouteOutput } from "@atoll/contract/route";
import { isOwnFieldName, listedStatuses, taskDueParts, taskPriorities } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import {
  type GroupedKind,
  useGroupedList,
  useMoreOfGroup as useMoreOf,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { type Arrangement, sortQuery } from "./arrangement.ts";
import { compareTasks } from "./compare-tasks.ts";
import { duePartOf } from "./due-part.ts";
import { hearTasks } from "./hear-tasks.ts";
import { isShown, type ShownTasks, taskQuery } from "./task-filter.ts";
import { fieldValueOf } from "./use-task-fields.ts";
import { groupKeyIn } from "./use-task-states.ts";

export type TaskGroupOf = RouteOutput<typeof taskListRoutes.listTaskGroups>["groups"][number];

/** A list as the cache holds it: which tasks, grouped by what, and as much of each group as was asked for. */
export interface TaskList {
  shown: ShownTasks;
  arrangement: Arrangement;
  groups: readonly TaskGroupOf[];
  /** Whether groups by status are own states; a list that an earlier version of the app kept has statuses. */
  by?: "status" | "state";
}

export const taskLists: GroupedKind<Task, TaskGroupOf, TaskList> = {
  queryKey: ["tasks", "list"],
  rules: ({ shown, arrangement, by, groups: all }, viewerId) => ({
    keyOf: ({ value }) => value,
    groupOf: (task) => groupValue(task, arrangement, by === "state" ? all : undefined),
    isShown: (task) => isShown(task, shown, viewerId),
    compare: (one, other) => compareTasks(one, other, arrangement),
    addGroup: (groups, value, task) => addGroup(groups, arrangement, value, task),
  }),
  pageSize: 50,
  maxAtOnce: 200,
};

/** Tasks in groups, kept equal to the server's while they are shown. */
export function useTaskList(shown: ShownTasks, arrangement: Arrangement) {
  const { id: viewerId } = useViewer();
  return useGroupedList(taskLists, {
    queryKey: listKey(shown, arrangement),
    async fetch(limit, signal) {
      const query = { ...taskQuery(shown), ...sortQuery(arrangement), group: arrangement.group, limit };
      const { by, groups } = await call(
        taskListRoutes.listTaskGroups,
        { query: { ...query, by: "state" } },
        { signal },
      );
      return { shown, arrangement, by, groups };
    },
    on: { ...hearTasks(taskLists, viewerId), "tasks.rearranged": refetchSpread },
  });
}

const listKey = (shown: ShownTasks, arrangement: Arrangement) => [...taskLists.queryKey, shown, arrangement];

/** Loads more of one group. */
export function useMoreOfGroup(shown: ShownTasks, arrangement: Arrangement, group: TaskGroupOf) {
  const { value } = group;
  return useMoreOf(taskLists, listKey(shown, arrangement), value, ({ cursor, limit }) => {
    const query = {
      ...taskQuery(shown),
      ...sortQuery(arrangement),
      ...narrowed(arrangement, group, shown),
      cursor: cursor ?? undefined,
      limit,
    };
    return call(taskListRoutes.listTasks, { query });
  });
}

function narrowed({ group }: Arrangement, { value, state }: TaskGroupOf, { fields }: ShownTasks) {
  if (isOwnFieldName(group)) {
    const wanted = [value === null ? "" : exactly(value)];
    return { fields: writeFieldFilter({ ...fields, [group]: wanted }) };
  }
  if (group === "status" && state) return { statuses: state.status, states: state.id };
  if (group === "status") return { statuses: value ?? "" };
  if (group === "priority") return { priorities: value ?? "" };
  if (group === "due") return { due: value ?? "" };
  if (group === "cycle") return { cycles: value ?? "none" };
  return group === "assignee" ? { assignees: value ?? "none" } : {};
}

/** @param byState the groups, where those by status are own states. */
function groupValue(
  task: Task,
  { group }: Arrangement,
  byState: readonly TaskGroupOf[] | undefined,
): string | null {
  if (isOwnFieldName(group)) {
    const value = fieldValueOf(task, group);
    return value === null ? null : String(value);
  }
  const values = {
    status: byState ? groupKeyIn(byState, task) : task.status,
    priority: task.priority,
    assignee: task.assignee?.id ?? null,
    due: duePartOf(task, new Date()),
    // A task that an earlier version of the app has kept for later has no cycle.
    cycle: task.cycle?.id ?? null,
    none: null,
  };
  return values[group];
}

const orders: Readonly<Record<string, readonly (string | null)[]>> = {
  status: listedStatuses,
  priority: taskPriorities,
  due: taskDueParts,
  none: [null],
};

/** People are sorted by name, and cycles by their days, which only the server knows of all of them. */
function addGroup(
  groups: readonly TaskGroupOf[],
  arrangement: Arrangement,
  value: string | null,
  task: Task,
): readonly TaskGroupOf[] | undefined {
  const order = orders[arrangement.group];
  if (!order) return undefined;
  const state = value === task.state?.id ? task.state : null;
  const group = { value, state, person: null, cycle: null, total: 1, items: [task], nextCursor: null };
  const placeOf = (one: TaskGroupOf) =>
    order.indexOf(one.state?.status ?? one.value) * 100 + (one.state?.order ?? 99);
  return [...groups, group].toSorted((one, other) => placeOf(one) - placeOf(other));
}
