import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { workspaceRoute } from "../workspace-route.ts";

/** One task as a page. The pages of fixed names beside it come first. */
export const taskRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/tasks/$taskId",
  component: lazyRouteComponent(() => import("./lazy-tasks-page.tsx"), "LazyOneTaskPage"),
});
