import type { SearchValues } from "@atoll/contract/list-search";
import type { taskArrangementSearch } from "@atoll/contract/tasks/list-search";

/** How a list is grouped, and the order of its tasks. */
export type Arrangement = Omit<SearchValues<typeof taskArrangementSearch>, "columns">;

/** The order of tasks. */
export type TaskOrder = Pick<Arrangement, "sort" | "isDescending">;

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
