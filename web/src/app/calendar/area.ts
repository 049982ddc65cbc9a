import { createRoute } from "@tanstack/react-router";
import { Calendar } from "lucide-react";
import type { calendarSearch } from "../../features/calendar/screen/shown-calendar.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const calendarRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar",
  validateSearch: searchOf<typeof calendarSearch>,
  component: lazyPage("CalendarPage"),
});

const analyticsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/calendar/analytics",
  validateSearch: (search: { period?: string }) => search,
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
