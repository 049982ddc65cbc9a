import { canDeleteTask } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { lockTasks } from "../changes/locked-task.ts";
import { changeTasks } from "../changes/task-changes.ts";

/**
 * Deletes tasks and their sub-tasks, all of them or none. The rows are kept for a while, so that this can be undone.
 * @throws {AppError} as `changeTasks`; `forbidden` if the viewer may read one of them but not delete it.
 */
export async function deleteTasks(
  sources: ChangeSources,
  viewer: RequestViewer,
  { changeId, taskIds }: { changeId: string; taskIds: readonly string[] },
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds, sent: "delete" },
    async ({ tx, deleteRow, alsoBroadcast }, tasks) => {
      if (!tasks.every((task) => canDeleteTask(viewer, partsOf(task)))) throw new AppError("forbidden");
      const parts = await tx
        .selectFrom("tasks")
        .select("id")
        .where(sql<boolean>`parent_id = ANY(${taskIds}::uuid[])`)
        .execute();
      const ids = [...new Set([...taskIds, ...parts.map(({ id }) => id)])];
      alsoBroadcast(ids);
      for (const task of await lockTasks(tx, ids)) await deleteRow(task);
    },
  );
}

function partsOf(task: { created_by: string; assignee_id: string | null; department_id: string | null }) {
  return {
    createdBy: { id: task.created_by },
    assignee: null,
    watcherIds: [],
    departmentId: task.department_id,
  };
}
