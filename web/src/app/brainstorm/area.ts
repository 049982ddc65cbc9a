import { createRoute } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const listRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm",
  validateSearch: (search: object) => search,
  component: lazyPage("BoardsPage"),
});

/** A board by its id. */
const boardRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm/$boardId",
  validateSearch: (search: { note?: unknown; view?: unknown }) => search,
  component: lazyPage("BoardPage"),
});

export const brainstorm = {
  routes: [listRoute, boardRoute],
  places: [{ path: "/brainstorm", label: "Brainstorm", icon: Shapes, group: "tools", covers: 1 }],
} satisfies Area;
