import { addDays, dayIn } from "../zones.ts";
import { type DueDay, overdueFrom } from "./due.ts";
import type { TaskPriority } from "./limits.ts";

/** The fields of the matrix: important and urgent, important, urgent, neither. */
export const taskQuadrants = ["do", "schedule", "delegate", "drop"] as const;
export type TaskQuadrant = (typeof taskQuadrants)[number];

/** Tasks due within this number of days are urgent. 0 is today. Each person has their own setting. */
export const defaultUrgentDays = 3;
export const maxUrgentDays = 13;

export const importantPriorities = ["urgent", "high"] as const satisfies TaskPriority[];

/** The fields of a task that the matrix reads. */
export interface MatrixTask {
  priority: TaskPriority;
  due: DueDay | null;
  isUrgent: boolean | null;
}

/** By whose clocks, and by how many days. */
export interface MatrixView {
  zone: string;
  urgentDays: number;
  now: Date;
}

export function isImportant({ priority }: Pick<MatrixTask, "priority">): boolean {
  const important: readonly TaskPriority[] = importantPriorities;
  return important.includes(priority);
}

/** Returns whether the date alone makes it urgent: due within the days of the setting, or overdue. */
export function isUrgentByDate(due: DueDay | null, { zone, urgentDays, now }: MatrixView): boolean {
  if (!due) return false;
  const day = due.clock ? dayIn(zone, overdueFrom(due, zone)) : due.date;
  return day <= addDays(dayIn(zone, now), urgentDays);
}

/**
 * Returns whether nobody has sorted a task yet: medium is the priority of every new task, and there is no date. It is
 * shown among what needs a date instead of among what can be let go.
 */
export function isUnsorted({ priority, due, isUrgent }: MatrixTask): boolean {
  return priority === "medium" && due === null && isUrgent === null;
}

/** The field of the matrix that a task stands in; what a person said of it goes before its date. */
export function quadrantOf(task: MatrixTask, view: MatrixView): TaskQuadrant {
  const isUrgent = task.isUrgent ?? isUrgentByDate(task.due, view);
  if (isImportant(task)) return isUrgent ? "do" : "schedule";
  if (isUrgent) return "delegate";
  return isUnsorted(task) ? "schedule" : "drop";
}

/**
 * Returns the change that moves a task to a quadrant. The due date stays. An urgency set by hand is cleared where the
 * due date implies the same.
 */
export function changeToQuadrant(
  task: MatrixTask,
  quadrant: TaskQuadrant,
  view: MatrixView,
): { priority?: TaskPriority; isUrgent?: boolean | null } {
  const wantsImportant = quadrant === "do" || quadrant === "schedule";
  const wantsUrgent = quadrant === "do" || quadrant === "delegate";
  const isUrgent = isUrgentByDate(task.due, view) === wantsUrgent ? null : wantsUrgent;
  const change: { priority?: TaskPriority; isUrgent?: boolean | null } = {
    ...(isImportant(task) === wantsImportant ? {} : { priority: wantsImportant ? "high" : "medium" }),
    ...((task.isUrgent ?? isUrgentByDate(task.due, view)) === wantsUrgent ? {} : { isUrgent }),
  };
  // Medium would leave it among the tasks that nobody has sorted.
  return quadrant === "drop" && isUnsorted({ ...task, ...change }) ? { ...change, priority: "low" } : change;
}
