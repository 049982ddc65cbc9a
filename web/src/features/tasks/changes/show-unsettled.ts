import type { Person } from "@atoll/contract/people/schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { Unsettled } from "../../../capabilities/changes/change-queue.ts";
import type { Group, Grouped, GroupRules } from "../../../capabilities/grouped-list/grouped-list.ts";
import { takeOut } from "../../../capabilities/grouped-list/grouped-list.ts";
import { withChanged, withMoved, withNew } from "../../../capabilities/grouped-list/optimistic.ts";
import { newTask } from "./new-task.ts";
import type { TaskAct } from "./task-act.ts";
import { withAct } from "./with-act.ts";

/** Returns a list of tasks with the viewer's own changes that have not arrived, in their order. */
export function showUnsettled<G extends Group<Task>, List extends Grouped<G>>(
  list: List,
  unsettled: readonly Unsettled<TaskAct>[],
  { rules, viewer, isManual }: { rules: GroupRules<Task, G>; viewer: Person; isManual: boolean },
): List {
  return unsettled.reduce((before, { id, createdAt, body: { about, change } }) => {
    const apply = (task: Task) => withAct(task, change);
    if (change.act === "create") return withNew(before, newTask({ id, createdAt, viewer }, change), rules);
    if (change.act === "delete") return about.reduce((held, one) => takeOut(held, one, rules), before);
    if (change.act === "move" && change.isPlaced && isManual)
      return withMoved(before, about, change, apply, rules);
    return about.reduce((held, one) => withChanged(held, one, apply, rules), before);
  }, list);
}
