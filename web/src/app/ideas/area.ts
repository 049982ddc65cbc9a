import { Lightbulb } from "lucide-react";
import type { Area } from "../area.ts";

export const ideas = {
  routes: [],
  places: [{ path: "/ideas", label: "Ideas", icon: Lightbulb, group: "tools" }],
} satisfies Area;
