import { duringNames } from "../../features/tasks/data/during.ts";

/** The filters and the layout of tasks: everything that a saved view stores, and which view it is. */
const viewNames = [
  "scope",
  "status",
  "priority",
  "assignee",
  "tag",
  "due",
  "department",
  "parents",
  "text",
  ...duringNames,
  "group",
  "sort",
  "order",
] as const;
const names = ["task", "new", "view", "saved", ...viewNames] as const;

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
  const query = new URLSearchParams();
  for (const name of viewNames) {
    const value = search[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

/** The address of a saved view: what it does not say is not said any more. */
export function searchOfView(query: string): TaskSearch {
  const said = readTaskSearch(Object.fromEntries(new URLSearchParams(query)));
  const search: TaskSearch = {};
  for (const name of viewNames) search[name] = said[name];
  return search;
}
