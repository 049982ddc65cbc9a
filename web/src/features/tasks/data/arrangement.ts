import { type TaskGroup, type TaskSort, taskGroups, taskSorts } from "@atoll/contract/tasks/limits";

/** The order of tasks. */
export interface TaskOrder {
  sort: TaskSort;
  isDescending: boolean;
}

/** How a list is told apart and in which order its groups are. */
export interface Arrangement extends TaskOrder {
  group: TaskGroup;
}

/** The order of a board that people make by moving cards. */
export const manualOrder: TaskOrder = { sort: "manual", isDescending: false };

/** The order of a board's columns: what people arranged stands as they did it, whichever way round a list shows it. */
export function orderOfBoard({ sort, isDescending }: TaskOrder): TaskOrder {
  return sort === "manual" ? manualOrder : { sort, isDescending };
}

/** The same as the server is asked for it. */
export function sortQuery({ sort, isDescending }: TaskOrder) {
  return { sort, order: isDescending ? ("descending" as const) : ("ascending" as const) };
}

/** Reads the arrangement from an address, `?group=due&sort=priority&order=descending`. Invalid parts are ignored. */
export function readArrangement(search: Readonly<Record<string, unknown>>): Arrangement {
  return {
    group: taskGroups.find((group) => group === search.group) ?? "status",
    sort: taskSorts.find((sort) => sort === search.sort) ?? "manual",
    isDescending: search.order === "descending",
  };
}

/** The same as an address says it; what is as usual is left out. */
export function writeArrangement({ group, sort, isDescending }: Arrangement) {
  return {
    group: group === "status" ? undefined : group,
    sort: sort === "manual" ? undefined : sort,
    order: isDescending ? "descending" : undefined,
  };
}
