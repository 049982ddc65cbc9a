import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { type LiveHandlers, lookAgain, lookAgainInTime } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { useViewer } from "../../../lib/use-session.tsx";
import { manualOrder, sortQuery, type TaskOrder } from "./arrangement.ts";
import { type Board, withoutTask, withPage, withTask } from "./board-state.ts";
import { boards, seenInTasks } from "./seen-in-tasks.ts";
import { type ShownTasks, taskQuery } from "./task-filter.ts";

const pageSize = 50;
/** As many of a column as one answer brings. */
const maxAtOnce = 200;

export const boardKey = (shown: ShownTasks, order: TaskOrder) => [...boards, shown, order];

/** The board of some tasks in an order, kept equal to the server's while it is shown. */
export function useBoard(shown: ShownTasks, order: TaskOrder = manualOrder) {
  const { id: viewerId } = useViewer();
  const queryClient = useQueryClient();
  const queryKey = boardKey(shown, order);
  useKeptSeen(seenInTasks);
  return useLiveQuery<Board>({
    queryKey,
    async queryFn({ signal }) {
      // What was scrolled to stays.
      const held = queryClient.getQueryData<Board>(queryKey)?.columns.map(({ items }) => items.length) ?? [];
      const limit = Math.min(maxAtOnce, Math.max(pageSize, ...held));
      const query = { ...taskQuery(shown), ...sortQuery(order), limit };
      const { columns } = await call(taskListRoutes.getBoard, { query }, { signal });
      return { shown, order, columns };
    },
    placeholderData: keepPreviousData,
    on: onBoard(viewerId),
  });
}

/** What each event makes of a board. */
function onBoard(viewerId: string): LiveHandlers<Board> {
  return {
    "task.changed": (board, { task }) => withTask(board, task, viewerId) ?? lookAgain(),
    "task.gone": (board, { taskId }) => withoutTask(board, taskId) ?? lookAgain(),
    "tasks.rearranged": lookAgainInTime,
  };
}

/** Asks for more of one column. */
export function useMoreOfColumn({ shown, order }: Pick<Board, "shown" | "order">, status: TaskStatus) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    async mutationFn(cursor: string) {
      const query = { ...taskQuery(shown), ...sortQuery(order), statuses: status, cursor, limit: pageSize };
      const page = await call(taskListRoutes.listTasks, { query });
      queryClient.setQueryData<Board>(
        boardKey(shown, order),
        (board) => board && withPage(board, status, cursor, page),
      );
    },
  });
}

/** Tells the boards in the cache of tasks that the server has just answered with. */
export function tellBoards({ queryClient, viewer }: SignedIn, tasks: readonly Task[]): void {
  queryClient.setQueriesData<Board>({ queryKey: boards }, (board) => {
    if (!board) return board;
    // What a board cannot know comes with the event.
    return tasks.reduce((held, task) => withTask(held, task, viewer.id) ?? held, board);
  });
}
