import type { BulkChange } from "@atoll/contract/tasks/changes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { call } from "../../../lib/api-client.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { offerTakeBack } from "../data/take-back.ts";
import { tellTasks } from "../data/tell-tasks.ts";

const toastId = "tasks-changed";

export interface BulkChanges {
  /** `said` follows the number of tasks: "moved to Done". */
  change: (set: BulkChange["set"], said: string) => Promise<void>;
  /** Rejects with the reason when it is refused. */
  remove: () => Promise<void>;
}

/** Changes these tasks at one go, all of them or none, with one Undo. */
export function useBulkChanges(taskIds: readonly string[]): BulkChanges {
  const signedIn = useSignedIn();
  const count = taskIds.length === 1 ? "1 task" : `${taskIds.length} tasks`;
  return {
    async change(set, said) {
      const changeId = uuidv7();
      try {
        const body = { changeId, taskIds: [...taskIds], set };
        tellTasks(signedIn, (await call(taskRoutes.changeTasks, { body })).tasks);
        offerTakeBack(signedIn, `${count} ${said}`, changeId, toastId);
      } catch (error) {
        notify.error(errorMessage(error, "Failed to change the tasks"), { id: toastId });
      }
    },
    async remove() {
      const changeId = uuidv7();
      await call(taskRoutes.deleteTasks, { body: { changeId, taskIds: [...taskIds] } });
      offerTakeBack(signedIn, `${count} deleted`, changeId, toastId);
    },
  };
}
