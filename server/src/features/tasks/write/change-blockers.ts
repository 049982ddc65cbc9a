import { maxDependencies } from "@atoll/contract/tasks/limits";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { blockersOf, countBlocked, lockDependencies } from "../changes/blockers.ts";
import { changeTasks } from "../changes/task-changes.ts";

interface Dependency {
  taskId: string;
  blockerId: string;
  changeId: string;
}

/**
 * Makes a task wait for another one.
 * @throws {AppError} as `changeTasks`, for either of them; `task_loop` if the other one already waits for this one,
 *   directly or through others; `too_many_dependencies`.
 */
export async function blockTask(
  sources: ChangeSources,
  viewer: RequestViewer,
  { taskId, blockerId, changeId }: Dependency,
): Promise<void> {
  if (taskId === blockerId) throw new AppError("task_loop");
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId, blockerId], sent: "block" },
    async ({ tx, set }, tasks) => {
      const before = await blockersOf(tx, taskId);
      if (before.includes(blockerId)) return;
      // Both sides: finishing the other one updates all tasks that wait for it.
      if (Math.max(before.length, await countBlocked(tx, blockerId)) >= maxDependencies)
        throw new AppError("too_many_dependencies");
      for (const task of tasks)
        if (task.id === taskId) await set(task, { blockedBy: [...before, blockerId].sort() });
    },
    lockDependencies,
  );
}

/**
 * Removes a dependency between two tasks.
 * @throws {AppError} as `changeTasks`.
 */
export async function unblockTask(
  sources: ChangeSources,
  viewer: RequestViewer,
  { taskId, blockerId, changeId }: Dependency,
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent: { unblock: blockerId } },
    async ({ tx, set }, [task]) => {
      const before = await blockersOf(tx, taskId);
      if (task) await set(task, { blockedBy: before.filter((id) => id !== blockerId) });
    },
    lockDependencies,
  );
}
