import type { RouteOutput } from "@atoll/contract/route";
import { listedStatuses, taskDueParts, taskPriorities } from "@atoll/contract/tasks/limits";
import type { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { Arrangement } from "../data/arrangement.ts";
import { compareTasks } from "../data/compare-tasks.ts";
import { duePartOf } from "../data/due-part.ts";
import { isShown, type ShownTasks } from "../data/task-filter.ts";

export type TaskGroupOf = RouteOutput<typeof taskListRoutes.listTaskGroups>["groups"][number];

/** A list as the cache holds it: of which tasks, told apart by what, and as much of each group as was asked for. */
export interface TaskList {
  shown: ShownTasks;
  arrangement: Arrangement;
  groups: readonly TaskGroupOf[];
}

function findListed(list: TaskList, taskId: string): Task | undefined {
  for (const { items } of list.groups) {
    const task = items.find(({ id }) => id === taskId);
    if (task) return task;
  }
  return undefined;
}

/** Whether all of a group is here. */
export function isWhole({ items, total, nextCursor }: TaskGroupOf): boolean {
  return nextCursor === null && items.length >= total;
}

/** Whether a task stands where it should not any more, though nothing about it has changed: its time has come. */
export function hasMisplaced({ shown, arrangement, groups }: TaskList, viewerId: string): boolean {
  return groups.some(({ value, items }) =>
    items.some((task) => groupValue(task, arrangement) !== value || isShown(task, shown, viewerId) === false),
  );
}

/** Pure: the list after a task is as it now is; undefined where it has to be asked for. */
export function withTask(list: TaskList, task: Task, viewerId: string): TaskList | undefined {
  const held = findListed(list, task.id);
  // Of the same version are those about which nothing but a count is different, of sub-tasks or of what waits.
  if (held && held.version > task.version) return list;
  // It may have been counted in a part that is not here.
  if (!held && task.version !== 1 && !list.groups.every(isWhole)) return undefined;
  const isWanted = isShown(task, list.shown, viewerId);
  if (isWanted === undefined) return undefined;
  const without = takeOut(list, task.id);
  return isWanted ? putIn(without, task) : without;
}

/** Pure: the list without a task; undefined where it has to be asked for. */
export function withoutTask(list: TaskList, taskId: string): TaskList | undefined {
  if (findListed(list, taskId)) return takeOut(list, taskId);
  return list.groups.every(isWhole) ? list : undefined;
}

/** Pure: the list with a change that the server has not answered yet: at its new place, if that is known, else where it is. */
export function withAhead(list: TaskList, taskId: string, change: (task: Task) => Task): TaskList {
  const task = findListed(list, taskId);
  if (!task) return list;
  const changed = change(task);
  return (
    putIn(takeOut(list, taskId), changed) ??
    changeGroups(list, (group) => ({
      ...group,
      items: group.items.map((item) => (item.id === taskId ? changed : item)),
    }))
  );
}

/** Pure: the list with the next page of one group, if that is still the next one. */
export function withPage(
  list: TaskList,
  value: string | null,
  cursor: string | null,
  page: { items: Task[]; nextCursor: string | null },
): TaskList {
  return changeGroups(list, (group) => {
    if (group.value !== value || group.nextCursor !== cursor) return group;
    const held = new Set(group.items.map(({ id }) => id));
    const items = [...group.items, ...page.items.filter(({ id }) => !held.has(id))];
    return { ...group, items, nextCursor: page.nextCursor, total: Math.max(group.total, items.length) };
  });
}

function groupValue(task: Task, { group }: Arrangement): string | null {
  const values = {
    status: task.status,
    priority: task.priority,
    assignee: task.assignee?.id ?? null,
    due: duePartOf(task, new Date()),
    none: null,
  };
  return values[group];
}

function takeOut(list: TaskList, taskId: string): TaskList {
  return changeGroups(list, (group) => {
    const items = group.items.filter(({ id }) => id !== taskId);
    return items.length === group.items.length ? group : { ...group, items, total: group.total - 1 };
  });
}

/** Undefined where its place is not known here. */
function putIn(list: TaskList, task: Task): TaskList | undefined {
  const value = groupValue(task, list.arrangement);
  const group = list.groups.find((one) => one.value === value);
  if (!group) return withGroup(list, value, task);
  const orders = group.items.map((other) => compareTasks(task, other, list.arrangement));
  if (orders.includes(undefined)) return undefined;
  const index = orders.findIndex((order) => order !== undefined && order < 0);
  // At its place there are more, which are not here.
  if (index < 0 && !isWhole(group)) return undefined;
  const items = group.items.toSpliced(index < 0 ? group.items.length : index, 0, task);
  return changeGroups(list, (one) => (one === group ? { ...one, items, total: one.total + 1 } : one));
}

const orders: Readonly<Record<string, readonly (string | null)[]>> = {
  status: listedStatuses,
  priority: taskPriorities,
  due: taskDueParts,
  none: [null],
};

/** The first task of a group. Where one of a person stands is the server's to say: it goes by names. */
function withGroup(list: TaskList, value: string | null, task: Task): TaskList | undefined {
  const order = orders[list.arrangement.group];
  if (!order) return undefined;
  const group = { value, person: null, total: 1, items: [task], nextCursor: null };
  const groups = [...list.groups, group].toSorted(
    (one, other) => order.indexOf(one.value) - order.indexOf(other.value),
  );
  return { ...list, groups };
}

/** A group that holds nothing any more goes. */
function changeGroups(list: TaskList, change: (group: TaskGroupOf) => TaskGroupOf): TaskList {
  return { ...list, groups: list.groups.map(change).filter(({ total }) => total > 0) };
}
