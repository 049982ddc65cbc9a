import type { RouteOutput } from "@atoll/contract/route";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import {
  type GroupedKind,
  useGroupedList,
  useMoreOfGroup,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { manualOrder, sortQuery, type TaskOrder } from "./arrangement.ts";
import { boardsKey, seenInTasks } from "./cached-tasks.ts";
import { compareTasks } from "./compare-tasks.ts";
import { hearTasks } from "./hear-tasks.ts";
import { isShown, type ShownTasks, taskQuery } from "./task-filter.ts";
import { groupKeyIn, type StateOption, stateKey } from "./use-task-states.ts";

export type BoardColumn = RouteOutput<typeof taskListRoutes.getBoard>["columns"][number];

/** A board as the cache holds it: which tasks, in which order, and as much of each column as was asked for. */
export interface Board {
  shown: ShownTasks;
  order: TaskOrder;
  groups: readonly BoardColumn[];
  /** Whether columns are statuses or own states; a board that an earlier version of the app kept has statuses. */
  by?: "status" | "state";
}

export const boards: GroupedKind<Task, BoardColumn, Board> = {
  queryKey: boardsKey,
  rules: ({ shown, order, by, groups }, viewerId) => ({
    keyOf: stateKey,
    groupOf: (task) => (by === "state" ? groupKeyIn(groups, task) : task.status),
    isShown: (task) => isShown(task, shown, viewerId),
    compare: (one, other) => compareTasks(one, other, order),
  }),
  pageSize: 50,
  maxAtOnce: 200,
};

export const boardKey = (shown: ShownTasks, order: TaskOrder) => [...boardsKey, shown, order];

/** The board of some tasks in an order, kept equal to the server's while it is shown. */
export function useBoard(shown: ShownTasks, order: TaskOrder = manualOrder) {
  const { id: viewerId } = useViewer();
  useKeptSeen(seenInTasks);
  return useGroupedList(boards, {
    queryKey: boardKey(shown, order),
    async fetch(limit, signal) {
      const query = { ...taskQuery(shown), ...sortQuery(order), by: "state" as const, limit };
      const { by, columns } = await call(taskListRoutes.getBoard, { query }, { signal });
      return { shown, order, by, groups: columns };
    },
    on: { ...hearTasks(boards, viewerId), "tasks.rearranged": refetchSpread },
  });
}

/** The column into which a task comes that is moved to a state, or to a status. */
export function columnOf({ groups, by }: Board, option: Pick<StateOption, "value" | "status">) {
  return groups.find((one) =>
    by === "state" ? stateKey(one) === option.value : one.status === option.status,
  );
}

/** Loads more of one column. */
export function useMoreOfColumn(
  { shown, order }: Pick<Board, "shown" | "order">,
  column: Pick<BoardColumn, "status" | "state">,
) {
  const { status, state } = column;
  return useMoreOfGroup(boards, boardKey(shown, order), stateKey(column), ({ cursor, limit }) => {
    const narrow = { statuses: status, ...(state && { states: state.id }) };
    const query = { ...taskQuery(shown), ...sortQuery(order), ...narrow, limit };
    return call(taskListRoutes.listTasks, { query: { ...query, ...(cursor !== null && { cursor }) } });
  });
}
