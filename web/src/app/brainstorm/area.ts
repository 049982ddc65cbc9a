import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const listRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm",
  validateSearch: (search: object) => search,
  component: lazyRouteComponent(() => pages().then((all) => all.boardsPage()), "BoardsPage"),
});

/** A board by its id. */
const boardRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/brainstorm/$boardId",
  validateSearch: (search: { note?: unknown; view?: unknown }) => search,
  component: lazyRouteComponent(() => pages().then((all) => all.boardPage()), "BoardPage"),
});

export const brainstorm = {
  routes: [listRoute, boardRoute],
  places: [{ path: "/brainstorm", label: "Brainstorm", icon: Shapes, group: "tools", covers: 1 }],
  live: () => import("./live.tsx"),
  shortcuts: () => pages().then((all) => all.shortcuts()),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
