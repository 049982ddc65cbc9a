import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import type { NewValues } from "../changes/task-act.ts";
import { taskChanges } from "../changes/task-changes.ts";

export interface BulkChanges {
  /** `said` follows the number: "moved to Done". */
  change: (set: NewValues, said: string) => void;
  /** Rejects with the reason when it is refused. */
  remove: () => Promise<unknown>;
}

/** Changes these tasks as one change, all of them or none, with one Undo. */
export function useBulkChanges(taskIds: readonly string[]): BulkChanges {
  const queue = useChanges(taskChanges);
  const count = taskIds.length === 1 ? "1 task" : `${taskIds.length} tasks`;
  const about = [...taskIds];
  return {
    change: (set, said) =>
      queue.change({ about, title: count, said: `${count} ${said}`, change: { act: "set", set } }),
    remove: () => queue.run({ about, title: count, said: `${count} deleted`, change: { act: "delete" } }),
  };
}
