import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
const common = { getParentRoute: () => workspaceRoute, validateSearch: (search: object) => search };

const listRoute = createRoute({
  ...common,
  path: "/ideas",
  component: lazyRouteComponent(() => pages().then((all) => all.ideasPage()), "IdeasPage"),
});
/** /ideas/new, /ideas/board, /ideas/roadmap, and an idea by its id. */
const restRoute = createRoute({
  ...common,
  path: "/ideas/$",
  component: lazyRouteComponent(() => pages().then((all) => all.ideasPage()), "IdeasPage"),
});

export const ideas = {
  routes: [listRoute, restRoute],
  places: [{ path: "/ideas", label: "Ideas", icon: Lightbulb, group: "tools", covers: 1 }],
  shortcuts: () => pages().then((all) => all.shortcuts()),
  live: () => import("./live.tsx"),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
