import { isOwnFieldName, type TaskSort, taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import type { TaskOrder } from "./arrangement.ts";

/**
 * Which of two tasks comes first in a list, as the server puts them: below zero for the first. Undefined where that cannot
 * be told from what is known of them here.
 */
export function compareTasks(one: Task, other: Task, { sort, isDescending }: TaskOrder): number | undefined {
  const [key, otherKey] = [keyOf(one, sort), keyOf(other, sort)];
  if (key === undefined || otherKey === undefined) return undefined;
  // The server's clock is finer than what it says of it.
  if (key === otherKey && (sort === "updated" || sort === "created") && one.id !== other.id) return undefined;
  const rising = compare(key, otherKey) || compare(one.id, other.id);
  return isDescending ? -rising : rising;
}

function keyOf(task: Task, sort: TaskSort): string | undefined {
  // Only the server knows the order of a field's options.
  if (isOwnFieldName(sort)) return undefined;
  switch (sort) {
    case "manual":
      return `${taskStatuses.indexOf(task.status)}${task.rank}`;
    case "status":
      return `${taskStatuses.indexOf(task.status)}${task.state ? String(task.state.order).padStart(2, "0") : ""}${task.rank}`;
    case "updated":
      return task.updatedAt;
    case "created":
      return task.createdAt;
    case "priority":
      return String(taskPriorities.indexOf(task.priority));
    case "start":
      return task.startsOn ?? "~";
    case "due":
      return task.due ? task.due.date + (task.due.clock?.time ?? "~") : "~";
    case "cycle":
      return task.cycle?.startsOn ?? "~";
    case "title":
      // The database may order other letters differently.
      return isAscii(task.title) ? task.title.toLowerCase() : undefined;
  }
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function isAscii(text: string): boolean {
  return [...text].every((letter) => letter <= "~");
}
