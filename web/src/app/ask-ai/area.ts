import { createRoute } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ask-ai",
  validateSearch: (search: { conversation?: string; q?: string; channel?: string; ofThread?: string }) =>
    search,
  component: lazyPage("AskAiPage"),
});

const sharedRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ask-ai/shared/$turnId",
  component: lazyPage("SharedAnswerPage"),
});

export const askAi = {
  routes: [route, sharedRoute],
  places: [{ path: "/ask-ai", label: "Ask AI", icon: Sparkles, group: "tools" }],
} satisfies Area;
