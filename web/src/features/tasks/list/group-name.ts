import { authorName } from "../../../capabilities/people/author-name.ts";
import type { Arrangement } from "../data/arrangement.ts";
import { dueNames, priorityNames, statusNames } from "../data/task-words.ts";
import type { TaskGroupOf } from "../data/use-task-list.ts";

/** Returns the name of a group of the list. */
export function groupName({ group }: Arrangement, { value, person }: TaskGroupOf): string {
  if (group === "none") return "Tasks";
  if (group === "assignee") return person ? authorName(person) : value === null ? "Nobody" : "A colleague";
  const names: Readonly<Record<string, string>> =
    group === "status" ? statusNames : group === "priority" ? priorityNames : dueNames;
  return names[value ?? ""] ?? "";
}
