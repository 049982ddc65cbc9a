import { createRoute } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { searchAddress } from "../../features/search/data/shown.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/search",
  // The page parses the address.
  validateSearch: searchOf<typeof searchAddress>,
  component: lazyPage("SearchPage"),
});

export const search = {
  routes: [route],
  places: [{ path: "/search", label: "Search", icon: Search, group: "tools" }],
  ruledByRights: { key: "search", canAsk: () => true },
} satisfies Area;
