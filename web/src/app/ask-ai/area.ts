import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ask-ai",
  validateSearch: (search: { conversation?: unknown; q?: unknown }) => search,
  component: lazyRouteComponent(() => import("./ask-ai-page.tsx"), "AskAiPage"),
});

export const askAi = {
  routes: [route],
  places: [{ path: "/ask-ai", label: "Ask AI", icon: Sparkles, group: "tools" }],
} satisfies Area;
