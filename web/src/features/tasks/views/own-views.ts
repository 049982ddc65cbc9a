import type { TaskView } from "@atoll/contract/tasks/view-schemas";

/** Those that everybody has. */
export const givenViews: readonly TaskView[] = [
  { id: "all", name: "All tasks", query: "" },
  {
    id: "mine",
    name: "My work",
    query: "scope=assigned&status=todo,in_progress,in_review&group=due&sort=due&parents=all&department=all",
  },
];

/** Whether two addresses say the same, in whatever order. */
export function isSameQuery(one: string, other: string): boolean {
  const sorted = (query: string) => {
    const parts = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
    return JSON.stringify(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return sorted(one) === sorted(other);
}
