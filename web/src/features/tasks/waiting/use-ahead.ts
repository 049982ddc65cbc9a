import type { Task } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { useWaitingBulks } from "./bulk-outbox.ts";
import { useWaitingChanges } from "./task-outbox.ts";
import { withBulk } from "./waiting-bulk.ts";

/** How tasks will be once a change that waits has arrived. */
export interface Ahead {
  taskIds: readonly string[];
  apply<Of extends Task>(task: Of): Of;
}

/** What waits of fields of tasks, of one or of many, in the order in which it was done. */
export function useAhead(): readonly Ahead[] {
  const changes = useWaitingChanges();
  const bulks = useWaitingBulks();
  return useMemo(() => {
    const all = [
      ...changes.map(({ order, body: { taskId, ahead } }) => ({
        order,
        taskIds: [taskId],
        apply: <Of extends Task>(task: Of): Of => ({ ...task, ...ahead }),
      })),
      ...bulks.map(({ order, body: { taskIds, set } }) => ({
        order,
        taskIds,
        apply: <Of extends Task>(task: Of): Of => withBulk(task, set),
      })),
    ];
    return all.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
  }, [changes, bulks]);
}

/** Pure: what is shown, with each of the changes in turn that waits. */
export function foldAhead<Shown>(
  shown: Shown,
  waiting: readonly Ahead[],
  change: (shown: Shown, taskId: string, apply: Ahead["apply"]) => Shown,
): Shown {
  return waiting.reduce(
    (before, { taskIds, apply }) => taskIds.reduce((held, id) => change(held, id, apply), before),
    shown,
  );
}
