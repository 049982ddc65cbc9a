import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { useChanges, useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { isOpen } from "../data/is-open.ts";
import type { TaskChange } from "./open-task-changes.ts";
import { taskChanges } from "./task-changes.ts";
import { finish } from "./use-finishing.ts";
import { withActOnOpenTask } from "./with-act.ts";

export interface TaskWork {
  /** As it will be once the viewer's own changes have arrived. */
  task: OpenTask;
  /** Makes a change after those before it, and rejects with the reason when it is refused. */
  run(change: TaskChange): Promise<void>;
  /** The same, with the reason in a toast. */
  change(change: TaskChange): void;
}

/** An open task, and the way to change it. */
export function useTaskWork(task: OpenTask | undefined): TaskWork | undefined {
  const queue = useChanges(taskChanges);
  const unsettled = useUnsettled(taskChanges);
  const shown = useMemo(
    () =>
      task &&
      unsettled.reduce(
        (before, { id, body: { about, change } }) => withActOnOpenTask(before, { id, about, act: change }),
        task,
      ),
    [task, unsettled],
  );
  if (!task || !shown) return undefined;
  const pending = ({ about = [task.id], act, said }: TaskChange) => ({
    about,
    title: `“${task.title}”`,
    said,
    change: act,
  });
  return {
    task: shown,
    run: async (change) => void (await queue.run(pending(change), change.changeId)),
    change: (change) => void finish(queue, [withCounts(shown)], pending(change), change.changeId),
  };
}

/** The counts of lists follow only after a sub-task was added or changed here. */
function withCounts({ id, status, subtaskList }: OpenTask) {
  const open = subtaskList.filter(isOpen).length;
  return { id, status, subtasks: { done: subtaskList.length - open, total: subtaskList.length } };
}
