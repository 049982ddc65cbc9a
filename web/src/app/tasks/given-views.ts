import type { OpenableView } from "../../capabilities/saved-views/use-page-views.tsx";

export const allTasks: OpenableView = { id: "all", name: "All tasks", query: "" };

const myWork: OpenableView = {
  id: "mine",
  name: "My work",
  query: "scope=assigned&status=todo,in_progress,in_review&group=due&sort=due&parents=all&department=all",
};

/** The views of tasks that everyone has. */
export const givenTaskViews = [allTasks, myWork] as const;
