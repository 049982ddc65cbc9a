import { CircleCheckBig } from "lucide-react";
import type { Area } from "../area.ts";
import { taskRoute } from "./task-route.ts";

export const tasks = {
  routes: [taskRoute],
  places: [
    { path: "/tasks", label: "Tasks", icon: CircleCheckBig, group: "tools" },
    { path: "/tasks/matrix", label: "Matrix", parent: "/tasks" },
    { path: "/tasks/analytics", label: "Analytics", parent: "/tasks" },
  ],
  cards: { tasks: "Tasks card" },
} satisfies Area;
