import type { Task } from "@atoll/contract/tasks/schemas";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import type { NewValues } from "../changes/task-act.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { useFinishing } from "../changes/use-finishing.ts";

export interface BulkChanges {
  /** `said` follows the number: "moved to Done". */
  change: (set: NewValues, said: string) => void;
  /** Rejects with the reason when it is refused. */
  remove: () => Promise<unknown>;
}

/** Changes these tasks as one change, all of them or none, with one Undo. */
export function useBulkChanges(tasks: readonly Task[]): BulkChanges {
  const queue = useChanges(taskChanges);
  const finishing = useFinishing(tasks);
  const count = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
  const about = tasks.map(({ id }) => id);
  return {
    change: (set, said) =>
      finishing({ about, title: count, said: `${count} ${said}`, change: { act: "set", set } }),
    remove: () => queue.run({ about, title: count, said: `${count} deleted`, change: { act: "delete" } }),
  };
}
