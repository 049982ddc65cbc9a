import { Shapes } from "lucide-react";
import type { Area } from "../area.ts";

export const brainstorm = {
  routes: [],
  places: [{ path: "/brainstorm", label: "Brainstorm", icon: Shapes, group: "tools" }],
} satisfies Area;
