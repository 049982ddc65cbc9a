import { viewQueryOf } from "@atoll/contract/saved-views/rules";
import { taskViewRules } from "@atoll/contract/tasks/list-search";
import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";

/** The filters, groups and order of tasks: everything that a saved view stores. */
const viewNames = Object.keys(taskViewRules) as (keyof typeof taskViewRules)[];
const names = ["task", "new", "view", "zoom", "saved", ...viewNames] as const;

/** The state of the task pages in the address, as text. The page parses it. */
export type TaskSearch = { [Name in (typeof names)[number]]?: string | undefined };

export function readTaskSearch(search: Record<string, unknown>): TaskSearch {
  const read: TaskSearch = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string") read[name] = value;
  }
  return read;
}

/** Returns the part of an address that a saved view stores, as a query. */
export function viewQuery(search: TaskSearch): string {
  return viewQueryOf(search, taskViewRules);
}

/** Parses the task state in the address. Here and not in the route, which is part of the first load. */
export function useTaskSearch(): TaskSearch {
  const raw = useLocation({ select: ({ search }) => search });
  return useMemo(() => readTaskSearch(raw), [raw]);
}
