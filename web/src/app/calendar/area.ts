import { createRoute } from "@tanstack/react-router";
import { Calendar } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const calendarRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar",
  component: lazyPage("CalendarPage"),
});

const analyticsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar/analytics",
  component: lazyPage("CalendarAnalyticsPage"),
});

export const calendar = {
  routes: [calendarRoute, analyticsRoute],
  places: [
    { path: "/calendar", label: "Calendar", icon: Calendar, group: "tools" },
    { path: "/calendar/analytics", label: "Analytics", parent: "/calendar" },
  ],
  cards: { events: "Events card" },
} satisfies Area;
