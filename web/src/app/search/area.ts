import { createRoute } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/search",
  // The page parses the address.
  validateSearch: (search: { q?: unknown }) => search,
  component: lazyPage("SearchPage"),
});

export const search = {
  routes: [route],
  places: [{ path: "/search", label: "Search", icon: Search, group: "tools" }],
  ruledByRights: { key: "search", canAsk: () => true },
} satisfies Area;
