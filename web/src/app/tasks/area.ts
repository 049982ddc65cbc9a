import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { taskRoute } from "./task-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/tasks",
  component: lazyRouteComponent(() => import("./lazy-tasks-page.tsx"), "LazyTasksPage"),
});

export const tasks = {
  routes: [route, taskRoute],
  places: [
    { path: "/tasks", label: "Tasks", icon: CircleCheckBig, group: "tools" },
    { path: "/tasks/matrix", label: "Matrix", parent: "/tasks" },
    { path: "/tasks/analytics", label: "Analytics", parent: "/tasks" },
  ],
  cards: { tasks: "Tasks card" },
  shortcuts: () => import("../../features/tasks/board/shortcuts.ts"),
} satisfies Area;
