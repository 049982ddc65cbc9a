import { createRoute } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const common = { getParentRoute: () => workspaceRoute, validateSearch: (search: object) => search };

const listRoute = createRoute({
  ...common,
  path: "/ideas",
  component: lazyPage("IdeasPage"),
});
/** /ideas/new, /ideas/board, /ideas/roadmap, and an idea by its id. */
const restRoute = createRoute({
  ...common,
  path: "/ideas/$",
  component: lazyPage("IdeasPage"),
});

export const ideas = {
  routes: [listRoute, restRoute],
  places: [{ path: "/ideas", label: "Ideas", icon: Lightbulb, group: "tools", covers: 1 }],
} satisfies Area;
