import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ask-ai",
  validateSearch: (search: { conversation?: unknown; q?: unknown; channel?: unknown; ofThread?: unknown }) =>
    search,
  component: lazyRouteComponent(() => pages().then((all) => all.askAiPage()), "AskAiPage"),
});

const sharedRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ask-ai/shared/$turnId",
  component: lazyRouteComponent(() => pages().then((all) => all.sharedAnswerPage()), "SharedAnswerPage"),
});

export const askAi = {
  routes: [route, sharedRoute],
  places: [{ path: "/ask-ai", label: "Ask AI", icon: Sparkles, group: "tools" }],
} satisfies Area;
