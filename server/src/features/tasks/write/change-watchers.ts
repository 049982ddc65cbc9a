import type { watchersChangeSchema } from "@atoll/contract/tasks/changes";
import { maxWatchers } from "@atoll/contract/tasks/limits";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertAssignable } from "../assignable.ts";
import { changeTasks } from "../changes/task-changes.ts";
import { watchersOf } from "../changes/watchers.ts";

/**
 * Adds and removes watchers of a task.
 * @throws {AppError} as `changeTasks`; `assignee_unavailable`, `too_many_watchers`.
 */
export async function changeWatchers(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  { changeId, add, remove }: z.output<typeof watchersChangeSchema>,
): Promise<void> {
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent: { add, remove } },
    async ({ tx, set }, [task]) => {
      await assertAssignable(tx, add);
      const before = await watchersOf(tx, taskId);
      const after = [...new Set([...before.filter((id) => !remove.includes(id)), ...add])].sort();
      if (after.length > maxWatchers) throw new AppError("too_many_watchers");
      if (task) await set(task, { watchers: after });
    },
  );
}
