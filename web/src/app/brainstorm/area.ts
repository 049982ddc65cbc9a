import { createRoute } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import type { boardSearch } from "../../features/brainstorm/overview/filter.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const listRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm",
  validateSearch: searchOf<typeof boardSearch, "new">,
  component: lazyPage("BoardsPage"),
});

/** A board by its id. */
const boardRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm/$boardId",
  validateSearch: (search: { note?: string; view?: "list" }) => search,
  component: lazyPage("BoardPage"),
});

export const brainstorm = {
  routes: [listRoute, boardRoute],
  places: [{ path: "/brainstorm", label: "Brainstorm", icon: Shapes, group: "tools", covers: 1 }],
} satisfies Area;
