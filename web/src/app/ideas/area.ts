import type { ideaSearch } from "@atoll/contract/ideas/list-search";
import { createRoute } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const component = lazyPage("IdeasPage");

/** The ways to look at the list share a component, which stays when the person goes from one to the other. */
const list = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    validateSearch: searchOf<typeof ideaSearch, "saved">,
    component,
  });

const ideaRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ideas/$ideaId",
  component: lazyPage("IdeaPage"),
});

const shippedRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ideas/shipped",
  component: lazyPage("ShippedPage"),
});

export const ideas = {
  routes: [
    list("/ideas"),
    list("/ideas/new"),
    list("/ideas/board"),
    list("/ideas/roadmap"),
    shippedRoute,
    ideaRoute,
  ],
  places: [{ path: "/ideas", label: "Ideas", icon: Lightbulb, group: "tools", covers: 1 }],
} satisfies Area;
