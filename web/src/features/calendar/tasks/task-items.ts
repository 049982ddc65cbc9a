import { overdueFrom } from "@atoll/contract/tasks/due";
import type { Task } from "@atoll/contract/tasks/schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import type { GridItem } from "../layout/item.ts";
import { timeWords } from "../time/day-words.ts";
import { dayMinutes, shiftWall, wallAt } from "../time/wall.ts";

const [ofDue, ofPlan] = ["due:", "plan:"] as const;

/** The task of an item over its due day; undefined: it is an event. */
export function dueTaskOf(key: string): string | undefined {
  return key.startsWith(ofDue) ? key.slice(ofDue.length) : undefined;
}

export const planKey = (taskId: string) => `${ofPlan}${taskId}`;

type Departments = readonly { id: string; slug: string }[];

/** A task over the day on which it is due where the viewer is, before its time where it has one. */
export function dueItem(
  { id, title, due, departmentId }: Task,
  departments: Departments,
): GridItem | undefined {
  if (!due) return undefined;
  const at = due.clock && wallAt(overdueFrom(due, ownTimeZone()));
  const from = { day: at?.day ?? due.date, minute: 0 };
  return {
    ...taskItem(`${ofDue}${id}`, at ? `${timeWords(at)} ${title}` : title, departmentId, departments),
    isAllDay: true,
    span: { from, to: shiftWall(from, dayMinutes) },
    isDue: true,
    mayMove: true,
  };
}

/** A task that is about to be planned, as it is dragged: an hour, wherever it is dropped. */
export function planItem({ id, title, departmentId }: Task, departments: Departments): GridItem {
  const from = { day: "1970-01-01", minute: 0 };
  return {
    ...taskItem(planKey(id), title, departmentId, departments),
    isAllDay: false,
    span: { from, to: shiftWall(from, 60) },
    isDue: false,
  };
}

function taskItem(key: string, title: string, departmentId: string | null, departments: Departments) {
  return {
    key,
    title,
    hue: departments.find((one) => one.id === departmentId)?.slug ?? "own-stone",
    look: "plain" as const,
    location: "",
    mayMove: false,
    isRepeating: false,
    isTask: true,
  };
}
