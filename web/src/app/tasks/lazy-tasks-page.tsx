import { lazy } from "react";

/** One step more to the pages: what they need is listed here, and not in what everybody loads first. */
export const LazyTasksPage = lazy(async () => ({ default: (await import("./tasks-page.tsx")).TasksPage }));
export const LazyOneTaskPage = lazy(async () => ({
  default: (await import("./one-task-page.tsx")).OneTaskPage,
}));
