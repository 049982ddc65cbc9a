import { cardItems } from "@atoll/contract/dashboard/limits";
import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import type { SliceCard } from "../../../slice.ts";
import { presentTasks } from "../present.ts";
import { countTasks } from "./count-tasks.ts";
import { listTasks } from "./list-tasks.ts";

/**
 * The dashboard's card of open tasks, the earliest due date first; those assigned to the viewer unless the card says
 * otherwise. Specification, sections 2 and 9 (My Tasks), 4 (hides done and archived).
 */
export const taskCard: SliceCard = {
  type: "tasks",
  async read({ db, people }, viewer, { options }) {
    const filter: TaskFilter = {
      scope: options.scope ?? "assigned",
      statuses: [...openTaskStatuses],
      priorities: options.priorities,
      departments: options.departmentId ? [options.departmentId] : undefined,
      text: "",
      zone: "UTC",
      parents: "all",
    };
    const [{ rows }, groups] = await Promise.all([
      listTasks(db, viewer, { ...filter, sort: "due", order: "ascending", limit: cardItems }),
      countTasks(db, viewer, filter, "status"),
    ]);
    return {
      type: "tasks",
      tasks: await presentTasks(people, rows),
      total: groups.reduce((sum, { count }) => sum + count, 0),
    };
  },
};
