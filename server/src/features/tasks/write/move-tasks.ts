import type { taskMovesSchema } from "@atoll/contract/tasks/changes";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { z } from "zod";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { changeTasks } from "../changes/task-changes.ts";
import { ranksBetween } from "../ranks.ts";
import { everybodysRoom } from "../rooms.ts";
import { readStateLists } from "../states/state-lists.ts";
import { lockForFields, newState } from "./set-fields.ts";

/**
 * Moves tasks to a place in a column, given by its neighbours there, in the given order. Only the moved rows are
 * written, whatever the column's length, and a repeated request moves nothing. Specification, section 4 (task).
 * @returns the tasks that still exist.
 * @throws {AppError} as `changeTasks`; `task_state_wrong`.
 */
export async function moveTasks(
  sources: ChangeSources,
  viewer: RequestViewer,
  { changeId, taskIds: named, status, stateId, after, before }: z.output<typeof taskMovesSchema>,
): Promise<Task[]> {
  const taskIds = [...new Set(named)];
  let isRespaced = false;
  const tasks = await changeTasks(
    sources,
    viewer,
    { changeId, taskIds, sent: { status, after, before, ...(stateId && { stateId }) } },
    async (changing, held) => {
      const place = await ranksBetween(changing.tx, status, taskIds, { after, before });
      isRespaced = place.isRespaced;
      const lists = await readStateLists(changing.tx);
      for (const task of held) {
        const position = place.ranks[taskIds.indexOf(task.id)];
        if (position !== undefined)
          await changing.set(task, {
            status,
            ...newState(lists, task, { status, ...(stateId && { stateId }) }),
            position,
          });
      }
    },
    (tx) => lockForFields(tx, { status }),
  );
  if (isRespaced) sources.realtime.send(everybodysRoom, "tasks.rearranged", { status });
  return tasks;
}
