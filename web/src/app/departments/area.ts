import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
const common = {
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => pages().then((all) => all.departmentPage()), "DepartmentPage"),
  // The page reads what the address asks for.
  validateSearch: (search: object) => search,
};

/** A department's overview, and its sections and their cards. Every other page has an address that comes first. */
const overviewRoute = createRoute({ ...common, path: "/$department" });
const sectionRoute = createRoute({ ...common, path: "/$department/$" });

/** The areas of departments. Their places are the departments'. */
export const departments = {
  routes: [overviewRoute, sectionRoute],
  places: [],
  live: () => import("./live.tsx"),
  shortcuts: () => pages().then((all) => all.shortcuts()),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
