import { Sparkles } from "lucide-react";
import type { Area } from "../area.ts";

export const askAi = {
  routes: [],
  places: [{ path: "/ask-ai", label: "Ask AI", icon: Sparkles, group: "tools" }],
} satisfies Area;
