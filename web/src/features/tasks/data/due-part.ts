import { overdueFrom } from "@atoll/contract/tasks/due";
import { openTaskStatuses, type TaskDuePart } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { describeDue } from "./due.ts";

/** When a task is due, by the viewer's clock: the same as the server tells them apart (`taskDueParts`). */
export function duePartOf(task: Pick<Task, "due" | "status">, now: Date): TaskDuePart {
  const { due, status } = task;
  if (!openTaskStatuses.some((one) => one === status)) return "finished";
  if (!due) return "none";
  if (describeDue(due, now).isLate) return "overdue";
  const day = due.clock ? dayOf(overdueFrom(due, ownTimeZone())) : due.date;
  if (day <= dayOf(now)) return "today";
  return day <= dayOf(saturdayOf(now)) ? "week" : "later";
}

/** The last day of the week as the calendar draws it. */
function saturdayOf(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 6 - now.getDay());
}
