import type { RouteOutput } from "@atoll/contract/route";
import type { taskMatrixRoutes } from "@atoll/contract/tasks/matrix-routes";
import { type MatrixView, quadrantOf, type TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { isShown, type ShownTasks } from "../data/task-filter.ts";

type Quadrant = RouteOutput<typeof taskMatrixRoutes.getTaskMatrix>["quadrants"][number];

/** A matrix as the cache holds it: of which tasks, by which days, and as much of each field as was asked for. */
export interface Matrix {
  shown: ShownTasks;
  view: MatrixView;
  quadrants: readonly Quadrant[];
}

export function findInMatrix(matrix: Matrix, taskId: string): Task | undefined {
  for (const { items } of matrix.quadrants) {
    const task = items.find(({ id }) => id === taskId);
    if (task) return task;
  }
  return undefined;
}

/** Pure: the matrix after a task is as it now is; undefined where it has to be asked for. */
export function withTask(matrix: Matrix, task: Task, viewerId: string): Matrix | undefined {
  const held = findInMatrix(matrix, task.id);
  if (held && held.version >= task.version) return matrix;
  // It may have been counted in what is not here of any field.
  if (!held && task.version !== 1 && !isWhole(matrix)) return undefined;
  const isWanted = isShown(task, matrix.shown, viewerId);
  if (isWanted === undefined) return undefined;
  const without = held ? takeOut(matrix, task.id) : matrix;
  if (!isWanted) return without;
  const quadrant = without.quadrants.find((one) => one.quadrant === quadrantOf(task, matrix.view));
  // At its place there are more, which are not here.
  if (quadrant && quadrant.nextCursor !== null && indexFor(quadrant.items, task) === quadrant.items.length)
    return undefined;
  return putIn(without, task);
}

/** Pure: the matrix without a task; undefined where it has to be asked for. */
export function withoutTask(matrix: Matrix, taskId: string): Matrix | undefined {
  if (findInMatrix(matrix, taskId)) return takeOut(matrix, taskId);
  return isWhole(matrix) ? matrix : undefined;
}

/** Pure: the matrix with a change that the server has not answered yet, in the field that follows from it. */
export function withAhead(matrix: Matrix, taskId: string, change: (task: Task) => Task): Matrix {
  const task = findInMatrix(matrix, taskId);
  if (!task) return matrix;
  const changed = change(task);
  const without = takeOut(matrix, taskId);
  return matrix.shown.statuses.includes(changed.status) ? putIn(without, changed) : without;
}

/** Pure: the matrix with the next page of one field, if that is still the next one. */
export function withPage(
  matrix: Matrix,
  quadrant: TaskQuadrant,
  cursor: string,
  page: { items: Task[]; nextCursor: string | null },
): Matrix {
  return changeQuadrant(matrix, quadrant, (one) => {
    if (one.nextCursor !== cursor) return one;
    const held = new Set(one.items.map(({ id }) => id));
    const items = [...one.items, ...page.items.filter(({ id }) => !held.has(id))];
    return { ...one, items, nextCursor: page.nextCursor };
  });
}

/** Where a task stands among those of its field: the earliest due first. */
export function indexFor(items: readonly Task[], task: Task): number {
  const index = items.findIndex((other) => other.id !== task.id && comesBefore(task, other));
  return index < 0 ? items.length : index;
}

/** As the server compares. */
function comesBefore(task: Task, other: Task): boolean {
  const [own, theirs] = [dueKey(task), dueKey(other)];
  return own === theirs ? task.id < other.id : own < theirs;
}

function dueKey({ due }: Task): string {
  return due ? due.date + (due.clock?.time ?? "~") : "~";
}

function isWhole({ quadrants }: Matrix): boolean {
  return quadrants.every(({ nextCursor }) => nextCursor === null);
}

function takeOut(matrix: Matrix, taskId: string): Matrix {
  const quadrants = matrix.quadrants.map((one) => {
    const items = one.items.filter(({ id }) => id !== taskId);
    return items.length === one.items.length ? one : { ...one, items, total: one.total - 1 };
  });
  return { ...matrix, quadrants };
}

function putIn(matrix: Matrix, task: Task): Matrix {
  return changeQuadrant(matrix, quadrantOf(task, matrix.view), (one) => ({
    ...one,
    items: one.items.toSpliced(indexFor(one.items, task), 0, task),
    total: one.total + 1,
  }));
}

function changeQuadrant(matrix: Matrix, quadrant: TaskQuadrant, change: (one: Quadrant) => Quadrant): Matrix {
  return {
    ...matrix,
    quadrants: matrix.quadrants.map((one) => (one.quadrant === quadrant ? change(one) : one)),
  };
}
