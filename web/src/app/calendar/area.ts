import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Calendar } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const calendarRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar",
  component: lazyRouteComponent(() => pages().then((all) => all.calendarPage()), "CalendarPage"),
});

const analyticsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar/analytics",
  component: lazyRouteComponent(() => pages().then((all) => all.analyticsPage()), "CalendarAnalyticsPage"),
});

export const calendar = {
  routes: [calendarRoute, analyticsRoute],
  places: [
    { path: "/calendar", label: "Calendar", icon: Calendar, group: "tools" },
    { path: "/calendar/analytics", label: "Analytics", parent: "/calendar" },
  ],
  cards: { events: "Events card" },
  shortcuts: () => pages().then((all) => all.shortcuts()),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
  live: () => import("./live.tsx"),
} satisfies Area;
