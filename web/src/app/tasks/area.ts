import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
const getParentRoute = () => workspaceRoute;

const boardRoute = createRoute({
  getParentRoute,
  path: "/tasks",
  component: lazyRouteComponent(() => pages().then(({ tasksPage }) => tasksPage()), "TasksPage"),
});

const matrixRoute = createRoute({
  getParentRoute,
  path: "/tasks/matrix",
  component: lazyRouteComponent(() => pages().then(({ matrixPage }) => matrixPage()), "MatrixPage"),
});

const analyticsRoute = createRoute({
  getParentRoute,
  path: "/tasks/analytics",
  component: lazyRouteComponent(() => pages().then(({ analyticsPage }) => analyticsPage()), "AnalyticsPage"),
});

/** A task as a page. Pages with fixed names take precedence. */
const taskRoute = createRoute({
  getParentRoute,
  path: "/tasks/$taskId",
  component: lazyRouteComponent(() => pages().then(({ oneTaskPage }) => oneTaskPage()), "OneTaskPage"),
});

export const tasks = {
  routes: [boardRoute, matrixRoute, analyticsRoute, taskRoute],
  places: [
    { path: "/tasks", label: "Tasks", icon: CircleCheckBig, group: "tools" },
    { path: "/tasks/matrix", label: "Matrix", parent: "/tasks" },
    { path: "/tasks/analytics", label: "Analytics", parent: "/tasks" },
  ],
  cards: { tasks: "Tasks card" },
  shortcuts: pages,
  palette: () => import("./palette.tsx"),
  dashboard: () => import("./dashboard-card.tsx"),
  live: () => import("./live.tsx"),
} satisfies Area;
