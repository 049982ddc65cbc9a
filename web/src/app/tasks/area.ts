import { CircleCheckBig } from "lucide-react";
import type { Area } from "../area.ts";

export const tasks = {
  routes: [],
  places: [
    { path: "/tasks", label: "Tasks", icon: CircleCheckBig, group: "tools" },
    { path: "/tasks/matrix", label: "Matrix", parent: "/tasks" },
    { path: "/tasks/analytics", label: "Analytics", parent: "/tasks" },
  ],
  cards: { tasks: "Tasks card" },
} satisfies Area;
