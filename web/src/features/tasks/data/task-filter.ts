import { isFieldValueWanted, writeFieldFilter } from "@atoll/contract/fields/filter";
import type { SearchValues } from "@atoll/contract/list-search";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import type { Task } from "@atoll/contract/tasks/schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { duePartOf } from "./due-part.ts";
import { duringQuery, isDuring } from "./during.ts";
import { fieldValueOf } from "./use-task-fields.ts";

/** Which tasks a screen shows. An empty list sets no limit. */
export type ShownTasks = SearchValues<typeof taskSearch>;

/** The parameters that show these tasks. The department is not among them: the navigation may have chosen it. */
export function writeShownTasks(shown: ShownTasks) {
  const { department: _department, ...search } = taskSearch.write(shown);
  return search;
}

/** Whether something narrows the tasks further than they usually are. */
export function isNarrowed(shown: ShownTasks): boolean {
  return Object.values(writeShownTasks(shown)).some((value) => value !== undefined && value !== "all");
}

/** The same as the server is asked for it. */
export function taskQuery(shown: ShownTasks) {
  const { scope, text, parents, due, statuses, states, priorities, assignees, tags, departments } = shown;
  const filters = { scope, text, parents, due, statuses, states, priorities, assignees, tags, departments };
  const fields = writeFieldFilter(shown.fields);
  return {
    ...duringQuery(shown),
    ...taskSearch.query(filters),
    ...(fields !== "" && { fields }),
    zone: ownTimeZone(),
  };
}

/** Whether a task is among those shown; undefined where that cannot be told from what is known of it here. */
export function isShown(task: Task, shown: ShownTasks, viewerId: string): boolean | undefined {
  const allows = (list: readonly string[], value: string | null) =>
    list.length === 0 || list.includes(value ?? "none");
  const isCreator = task.createdBy.id === viewerId;
  const isAssignee = task.assignee?.id === viewerId;
  const scopes = { all: true, my: isCreator || isAssignee, assigned: isAssignee, created: isCreator };
  const isWanted =
    (shown.parents === "all" || task.parentId === null) &&
    scopes[shown.scope] &&
    allows(shown.statuses, task.status) &&
    // A list that an earlier version of the app has kept for later has no such filter.
    (task.status === "archived" || allows(shown.states ?? [], task.state?.id ?? null)) &&
    allows(shown.priorities, task.priority) &&
    allows(shown.assignees, task.assignee?.id ?? null) &&
    allows(shown.departments, task.departmentId) &&
    allows(shown.due, duePartOf(task, new Date())) &&
    (shown.tags.length === 0 || task.tags.some((tag) => shown.tags.includes(tag))) &&
    // A list that an earlier version of the app has kept for later has no such filter.
    Object.entries(shown.fields ?? {}).every(([name, wanted]) =>
      isFieldValueWanted(fieldValueOf(task, name), wanted),
    );
  const isThen = isWanted && isDuring(task, shown);
  if (!isThen || shown.text === "") return isThen;
  // Beyond its title a card knows only the beginning of what is said about the task.
  return task.title.toLowerCase().includes(shown.text.toLowerCase()) ? true : undefined;
}
