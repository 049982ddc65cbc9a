import type { RouteOutput } from "@atoll/contract/route";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { TaskOrder } from "./arrangement.ts";
import { compareTasks } from "./compare-tasks.ts";
import { isShown, type ShownTasks } from "./task-filter.ts";

export type BoardColumn = RouteOutput<typeof taskListRoutes.getBoard>["columns"][number];

/** A board as the cache holds it: of which tasks it is, in which order, and as much of each column as was asked for. */
export interface Board {
  shown: ShownTasks;
  order: TaskOrder;
  columns: readonly BoardColumn[];
}

/** A change of one's own that the server has not answered yet: to behind one card and before another. */
export interface PlaceOnBoard {
  status: TaskStatus;
  after: string | null;
  before: string | null;
}

export function findTask(board: Board, taskId: string): Task | undefined {
  for (const { items } of board.columns) {
    const task = items.find(({ id }) => id === taskId);
    if (task) return task;
  }
  return undefined;
}

/** Pure: the board after a task is as it now is; undefined where it has to be asked for. */
export function withTask(board: Board, task: Task, viewerId: string): Board | undefined {
  const held = findTask(board, task.id);
  // Of the same version are those about which nothing but a count is different, of sub-tasks or of what waits.
  if (held && held.version > task.version) return board;
  // It may have been counted in the part of a column that is not here, and that may have been any column.
  const isNew = task.version === 1;
  if (!held && !isNew && !isWhole(board)) return undefined;
  const isWanted = isShown(task, board.shown, viewerId);
  if (isWanted === undefined) return undefined;
  const without = held ? takeOut(board, task.id) : board;
  const column = without.columns.find(({ status }) => status === task.status);
  if (!isWanted || !column) return without;
  const orders = column.items.map((other) => compareTasks(task, other, board.order));
  if (orders.includes(undefined)) return undefined;
  const index = orders.findIndex((order) => order !== undefined && order < 0);
  // At its place there are more, which are not here.
  if (index < 0 && column.nextCursor !== null) return undefined;
  return putIn(without, task, index < 0 ? column.items.length : index);
}

/** Pure: the board without a task; undefined where it has to be asked for. */
export function withoutTask(board: Board, taskId: string): Board | undefined {
  if (findTask(board, taskId)) return takeOut(board, taskId);
  return isWhole(board) ? board : undefined;
}

/** Pure: the board with cards where somebody has just put them, in the order in which they are named. */
export function withMove(
  board: Board,
  taskIds: readonly string[],
  { status, after, before }: PlaceOnBoard,
): Board {
  const tasks = taskIds.flatMap((taskId) => findTask(board, taskId) ?? []);
  const without = tasks.reduce((held, { id }) => takeOut(held, id), board);
  const items = without.columns.find((column) => column.status === status)?.items ?? [];
  const behind = items.findIndex(({ id }) => id === after);
  const ahead = items.findIndex(({ id }) => id === before);
  const index = behind >= 0 ? behind + 1 : ahead >= 0 ? ahead : items.length;
  return tasks.reduce((held, task, at) => putIn(held, { ...task, status }, index + at), without);
}

/** Pure: the board with one task changed, in the column that follows from it; unchanged where it has no such task. */
export function withAhead(board: Board, taskId: string, change: (task: Task) => Task): Board {
  const task = findTask(board, taskId);
  if (!task) return board;
  const changed = change(task);
  const column = board.columns.find(({ status }) => status === changed.status);
  const isStaying = changed.status === task.status && board.order.sort === "manual";
  if (isStaying || !column) {
    return changeColumn(isStaying ? board : takeOut(board, taskId), changed.status, (one) => ({
      ...one,
      items: one.items.map((item) => (item.id === taskId ? changed : item)),
    }));
  }
  const without = takeOut(board, taskId);
  const items = column.items.filter(({ id }) => id !== taskId);
  const isManual = board.order.sort === "manual";
  const index = items.findIndex((other) => (compareTasks(changed, other, board.order) ?? 1) < 0);
  return putIn(without, changed, isManual || index < 0 ? items.length : index);
}

/** Pure: the board with the next page of one column, if that is still the next one. */
export function withPage(
  board: Board,
  status: TaskStatus,
  cursor: string,
  page: { items: Task[]; nextCursor: string | null },
): Board {
  return changeColumn(board, status, (column) => {
    if (column.nextCursor !== cursor) return column;
    const held = new Set(column.items.map(({ id }) => id));
    const items = [...column.items, ...page.items.filter(({ id }) => !held.has(id))];
    return { ...column, items, nextCursor: page.nextCursor };
  });
}

function isWhole({ columns }: Board): boolean {
  return columns.every(({ nextCursor }) => nextCursor === null);
}

function takeOut(board: Board, taskId: string): Board {
  const columns = board.columns.map((column) => {
    const items = column.items.filter(({ id }) => id !== taskId);
    return items.length === column.items.length ? column : { ...column, items, total: column.total - 1 };
  });
  return { ...board, columns };
}

function putIn(board: Board, task: Task, index: number): Board {
  return changeColumn(board, task.status, (column) => ({
    ...column,
    items: column.items.toSpliced(index, 0, task),
    total: column.total + 1,
  }));
}

function changeColumn(board: Board, status: TaskStatus, change: (column: BoardColumn) => BoardColumn): Board {
  return {
    ...board,
    columns: board.columns.map((column) => (column.status === status ? change(column) : column)),
  };
}
