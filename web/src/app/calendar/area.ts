import { Calendar } from "lucide-react";
import type { Area } from "../area.ts";

export const calendar = {
  routes: [],
  places: [
    { path: "/calendar", label: "Calendar", icon: Calendar, group: "tools" },
    { path: "/calendar/analytics", label: "Analytics", parent: "/calendar" },
  ],
  dashboard: () => import("./dashboard-card.tsx"),
  cards: { events: "Events card" },
} satisfies Area;
