import { taskMatrixRoutes } from "@atoll/contract/tasks/matrix-routes";
import type { TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { dayIn } from "@atoll/contract/zones";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { type LiveHandlers, lookAgain } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { useNow } from "../../../lib/use-now.ts";
import { useViewer } from "../../../lib/use-session.tsx";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { type Matrix, withoutTask, withPage, withTask } from "./matrix-state.ts";

const matrices = ["tasks", "matrix"] as const;
const pageSize = 30;
const maxAtOnce = 100;

/** The matrix of some tasks, kept equal to the server's while it is shown, also beyond midnight. */
export function useMatrix(shown: ShownTasks) {
  const { id: viewerId } = useViewer();
  const queryClient = useQueryClient();
  const zone = ownTimeZone();
  const queryKey = [...matrices, shown, dayIn(zone, useNow())];
  return useLiveQuery<Matrix>({
    queryKey,
    async queryFn({ signal }) {
      // What was scrolled to stays.
      const held = queryClient.getQueryData<Matrix>(queryKey)?.quadrants.map(({ items }) => items.length);
      const limit = Math.min(maxAtOnce, Math.max(pageSize, ...(held ?? [])));
      const query = { ...matrixQuery(shown), limit };
      const { urgentDays, quadrants } = await call(taskMatrixRoutes.getTaskMatrix, { query }, { signal });
      return { shown, view: { zone, urgentDays, now: new Date() }, quadrants };
    },
    placeholderData: keepPreviousData,
    on: onMatrix(viewerId),
  });
}

/** What each event makes of a matrix. */
function onMatrix(viewerId: string): LiveHandlers<Matrix> {
  return {
    "task.changed": (matrix, { task }) => withTask(matrix, task, viewerId) ?? lookAgain(),
    "task.gone": (matrix, { taskId }) => withoutTask(matrix, taskId) ?? lookAgain(),
    "task-matrix.changed": (matrix, { urgentDays }) =>
      matrix.view.urgentDays === urgentDays ? matrix : lookAgain(),
  };
}

/** Asks for more of one field. */
export function useMoreOfQuadrant({ shown }: Matrix, quadrant: TaskQuadrant) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    async mutationFn(cursor: string) {
      const query = { ...matrixQuery(shown), cursor, limit: pageSize };
      const page = await call(taskMatrixRoutes.listQuadrant, { params: { quadrant }, query });
      queryClient.setQueriesData<Matrix>(
        { queryKey: [...matrices, shown] },
        (matrix) => matrix && withPage(matrix, quadrant, cursor, page),
      );
    },
  });
}

/** Says within how many days a task is due that is urgent. */
export function useUrgentDays() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    async mutationFn(urgentDays: number) {
      await call(taskMatrixRoutes.setUrgentDays, { body: { urgentDays } });
      await queryClient.invalidateQueries({ queryKey: matrices });
    },
  });
}

/** Tells the matrices in the cache of tasks that the server has just answered with. */
export function tellMatrices({ queryClient, viewer }: SignedIn, tasks: readonly Task[]): void {
  queryClient.setQueriesData<Matrix>({ queryKey: matrices }, (matrix) =>
    // What a matrix cannot know comes with the event.
    tasks.reduce((held, task) => held && (withTask(held, task, viewer.id) ?? held), matrix),
  );
}

function matrixQuery({ scope, tags, departments, text }: ShownTasks) {
  return { scope, text, tags: tags.join(), departments: departments.join(), zone: ownTimeZone() };
}
