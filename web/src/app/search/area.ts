import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/search",
  // The page parses the address.
  validateSearch: (search: { q?: unknown }) => search,
  component: lazyRouteComponent(() => pages().then((all) => all.searchPage()), "SearchPage"),
});

export const search = {
  routes: [route],
  places: [{ path: "/search", label: "Search", icon: Search, group: "tools" }],
  palette: () => pages().then((all) => all.palette()),
  ruledByRights: { key: "search", canAsk: () => true },
} satisfies Area;
