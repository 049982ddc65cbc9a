import type { taskMoveSchema } from "@atoll/contract/tasks/changes";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer } from "../identity/access.ts";
import { changeTasks, type TaskSources } from "./change-tasks.ts";
import { holdColumns, rankBeside } from "./ranks.ts";
import { everybodysRoom } from "./rooms.ts";

/**
 * Moves a task to a place of a column, by its neighbours there. One row is written, whatever the column's length, and
 * the same move sent again moves once. Specification, section 4 (task).
 * @throws {AppError} as `changeTasks`.
 */
export async function moveTask(
  sources: TaskSources,
  viewer: RequestViewer,
  taskId: string,
  { changeId, status, after, before }: z.output<typeof taskMoveSchema>,
): Promise<Task> {
  let isRespaced = false;
  const [task] = await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId] },
    async (changing, tasks) => {
      for (const held of tasks) {
        const place = await rankBeside(changing.tx, status, taskId, { after, before });
        isRespaced = place.isRespaced;
        await changing.set(held, { status, position: place.rank });
      }
    },
    (tx) => holdColumns(tx, [status]),
  );
  if (isRespaced) sources.realtime.send(everybodysRoom, "tasks.rearranged", { status });
  // Somebody deleted it between the move and the answer.
  if (!task) throw new AppError("task_not_found");
  return task;
}
