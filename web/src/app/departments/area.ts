import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const common = {
  getParentRoute: () => workspaceRoute,
  component: lazyPage("DepartmentPage"),
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
} satisfies Area;
