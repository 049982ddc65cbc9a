import { taskRoutes } from "@atoll/contract/tasks/routes";
import { call } from "../../../lib/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { offerTakeBack } from "../data/take-back.ts";
import { bulkOutboxOf } from "../waiting/bulk-outbox.ts";
import { tellThatItWaits } from "../waiting/tell-that-it-waits.ts";
import type { BulkSet } from "../waiting/waiting-bulk.ts";

export interface BulkChanges {
  /** At once for the eye, and without a connection as soon as there is one. `said` follows the number: "moved to Done". */
  change: (set: BulkSet, said: string) => void;
  /** Rejects with the reason when it is refused. */
  remove: () => Promise<void>;
}

/** Changes these tasks at one go, all of them or none, with one Undo. */
export function useBulkChanges(taskIds: readonly string[]): BulkChanges {
  const signedIn = useSignedIn();
  const count = taskIds.length === 1 ? "1 task" : `${taskIds.length} tasks`;
  return {
    change(set, said) {
      const body = { taskIds: [...taskIds], title: count, set, said: `${count} ${said}` };
      bulkOutboxOf(signedIn).add("tasks", body);
      tellThatItWaits(signedIn);
    },
    async remove() {
      const changeId = uuidv7();
      await call(taskRoutes.deleteTasks, { body: { changeId, taskIds: [...taskIds] } });
      offerTakeBack(signedIn, `${count} deleted`, changeId, "tasks-changed");
    },
  };
}
