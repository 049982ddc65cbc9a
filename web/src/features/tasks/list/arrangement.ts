import { type TaskGroup, type TaskSort, taskGroups, taskSorts } from "@atoll/contract/tasks/limits";

/** How a list is told apart and in which order its groups are. */
export interface Arrangement {
  group: TaskGroup;
  sort: TaskSort;
  isDescending: boolean;
}

/** What an address says of it, `?group=due&sort=priority&order=descending`; what makes no sense counts as not said. */
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
