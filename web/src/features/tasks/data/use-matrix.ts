import type { RouteOutput } from "@atoll/contract/route";
import { taskMatrixRoutes } from "@atoll/contract/tasks/matrix-routes";
import { type MatrixView, quadrantOf, type TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { dayIn } from "@atoll/contract/zones";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type GroupedKind,
  useGroupedList,
  useMoreOfGroup,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import type { TaskOrder } from "./arrangement.ts";
import { compareTasks } from "./compare-tasks.ts";
import { hearTasks } from "./hear-tasks.ts";
import { isShown, type ShownTasks } from "./task-filter.ts";

type QuadrantRows = RouteOutput<typeof taskMatrixRoutes.getTaskMatrix>["quadrants"][number];

/** A matrix as the cache holds it: which tasks, by which days, and as much of each field as was asked for. */
export interface Matrix {
  shown: ShownTasks;
  view: MatrixView;
  groups: readonly QuadrantRows[];
}

/** The earliest due first. */
const byDue: TaskOrder = { sort: "due", isDescending: false };
const compareByDue = (one: Task, other: Task) => compareTasks(one, other, byDue);

export const matrices: GroupedKind<Task, QuadrantRows, Matrix> = {
  queryKey: ["tasks", "matrix"],
  rules: ({ shown, view }, viewerId) => ({
    keyOf: ({ quadrant }) => quadrant,
    groupOf: (task) => quadrantOf(task, view),
    isShown: (task) => isShown(task, shown, viewerId),
    compare: compareByDue,
  }),
  pageSize: 30,
  maxAtOnce: 100,
};

/** Where a task belongs among those of its field. */
export function indexFor(items: readonly Task[], task: Task): number {
  const index = items.findIndex((other) => other.id !== task.id && (compareByDue(task, other) ?? 0) < 0);
  return index < 0 ? items.length : index;
}

const matrixKey = (shown: ShownTasks, day: string) => [...matrices.queryKey, shown, day];

/** The matrix of some tasks, kept equal to the server's while it is shown, also after midnight. */
export function useMatrix(shown: ShownTasks) {
  const { id: viewerId } = useViewer();
  const zone = ownTimeZone();
  return useGroupedList(matrices, {
    queryKey: matrixKey(shown, dayIn(zone, useNow())),
    async fetch(limit, signal) {
      const query = { ...matrixQuery(shown), limit };
      const { urgentDays, quadrants } = await call(taskMatrixRoutes.getTaskMatrix, { query }, { signal });
      return { shown, view: { zone, urgentDays, now: new Date() }, groups: quadrants };
    },
    on: {
      ...hearTasks(matrices, viewerId),
      "task-matrix.changed": (matrix, { urgentDays }) =>
        matrix.view.urgentDays === urgentDays ? matrix : refetch(),
    },
  });
}

/** Loads more of one field. */
export function useMoreOfQuadrant({ shown, view }: Matrix, quadrant: TaskQuadrant) {
  const queryKey = matrixKey(shown, dayIn(view.zone, view.now));
  return useMoreOfGroup(matrices, queryKey, quadrant, ({ cursor, limit }) => {
    const query = { ...matrixQuery(shown), limit, ...(cursor !== null && { cursor }) };
    return call(taskMatrixRoutes.listQuadrant, { params: { quadrant }, query });
  });
}

/** Sets within how many days a due task is urgent. */
export function useUrgentDays() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    async mutationFn(urgentDays: number) {
      await call(taskMatrixRoutes.setUrgentDays, { body: { urgentDays } });
      await queryClient.invalidateQueries({ queryKey: matrices.queryKey });
    },
  });
}

function matrixQuery({ scope, tags, departments, text }: ShownTasks) {
  return { scope, text, tags: tags.join(), departments: departments.join(), zone: ownTimeZone() };
}
