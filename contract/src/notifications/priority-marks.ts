import type { TaskPriority } from "../tasks/limits.ts";

/**
 * The icons of priorities in notices of tasks, where only characters can be shown. Specification, section 9: high red,
 * medium yellow, low green.
 */
const priorityMarks: Readonly<Record<TaskPriority, string>> = {
  urgent: "🔴",
  high: "🔴",
  medium: "🟡",
  low: "🟢",
};

/** Returns the title of a notice outside of the web app, with the icon of the task's priority. */
export function withPriorityMark({
  title,
  priority,
}: {
  title: string;
  priority?: TaskPriority | undefined;
}): string {
  return priority ? `${priorityMarks[priority]} ${title}` : title;
}
