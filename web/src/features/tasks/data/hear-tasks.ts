import type { Task } from "@atoll/contract/tasks/schemas";
import type { Group, Grouped } from "../../../capabilities/grouped-list/grouped-list.ts";
import {
  type GroupedKind,
  hearChanged,
  hearGone,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { type LiveHandlers, refetchSpread } from "../../../capabilities/live/follow-query.ts";

/** Returns the handlers of a list of tasks for those that change or go. */
export function hearTasks<G extends Group<Task>, List extends Grouped<G>>(
  kind: GroupedKind<Task, G, List>,
  viewerId: string,
): LiveHandlers<List> {
  const [changed, gone] = [hearChanged(kind, viewerId), hearGone(kind, viewerId)];
  return {
    "task.changed": (list, { task }) => changed(list, task),
    "task.gone": (list, { taskId }) => gone(list, taskId),
    "task-states.changed": refetchSpread,
    "task-cycles.changed": (list, { isRewritten }) => (isRewritten ? refetchSpread() : list),
    "task-fields.changed": (list, { isRewritten }) => (isRewritten ? refetchSpread() : list),
  };
}
