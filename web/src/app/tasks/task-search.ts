import { duringNames } from "../../features/tasks/data/during.ts";

const names = [
  "task",
  "new",
  "scope",
  "status",
  "priority",
  "assignee",
  "tag",
  "text",
  ...duringNames,
] as const;

/** What the address says about the page of tasks, as text: the page itself reads it. */
export type TaskSearch = { [Name in (typeof names)[number]]?: string | undefined };

export function readTaskSearch(search: Record<string, unknown>): TaskSearch {
  const read: TaskSearch = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string") read[name] = value;
  }
  return read;
}
