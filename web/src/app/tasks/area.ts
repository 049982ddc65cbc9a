import { createRoute } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";
import type { TaskSearch } from "./task-search.ts";

const getParentRoute = () => workspaceRoute;
const validateSearch = (search: TaskSearch) => search;

const boardRoute = createRoute({
  getParentRoute,
  path: "/tasks",
  validateSearch,
  component: lazyPage("TasksPage"),
});

const matrixRoute = createRoute({
  getParentRoute,
  path: "/tasks/matrix",
  validateSearch,
  component: lazyPage("MatrixPage"),
});

const analyticsRoute = createRoute({
  getParentRoute,
  path: "/tasks/analytics",
  validateSearch: (search: { period?: string; department?: string; tag?: string }) => search,
  component: lazyPage("AnalyticsPage"),
});

const timeRoute = createRoute({
  getParentRoute,
  path: "/tasks/time",
  validateSearch: (search: { period?: string; department?: string }) => search,
  component: lazyPage("TimePage"),
});

const cyclesRoute = createRoute({
  getParentRoute,
  path: "/tasks/cycles",
  validateSearch: (search: { department?: string; cycle?: string }) => search,
  component: lazyPage("CyclesPage"),
});

/** A task as a page. Pages with fixed names take precedence. */
const taskRoute = createRoute({
  getParentRoute,
  path: "/tasks/$taskId",
  component: lazyPage("OneTaskPage"),
});

export const tasks = {
  routes: [boardRoute, matrixRoute, analyticsRoute, timeRoute, cyclesRoute, taskRoute],
  places: [
    { path: "/tasks", label: "Tasks", icon: CircleCheckBig, group: "tools" },
    { path: "/tasks/matrix", label: "Matrix", parent: "/tasks" },
    { path: "/tasks/analytics", label: "Analytics", parent: "/tasks" },
    { path: "/tasks/time", label: "Time", parent: "/tasks" },
    { path: "/tasks/cycles", label: "Cycles", parent: "/tasks" },
  ],
  cards: { tasks: "Tasks card" },
} satisfies Area;
