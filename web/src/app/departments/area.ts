import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const common = {
  getParentRoute: () => workspaceRoute,
  component: lazyPage("DepartmentPage"),
  // Sections have filters of their own.
  validateSearch: (search: Readonly<Record<string, string | undefined>>) => search,
};

/** A department's overview, and its sections and their cards. Every other page has an address that comes first. */
const overviewRoute = createRoute({ ...common, path: "/$department" });
const sectionRoute = createRoute({ ...common, path: "/$department/$section" });
const cardRoute = createRoute({ ...common, path: "/$department/$section/$cardId" });

const incidentsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/$department/$section/incidents",
  component: lazyPage("IncidentsPage"),
});
const incidentRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/$department/$section/incidents/$incidentId",
  component: lazyPage("IncidentPage"),
});

/** The areas of departments. Their places are the departments'. */
export const departments = {
  routes: [overviewRoute, sectionRoute, cardRoute, incidentsRoute, incidentRoute],
  places: [],
} satisfies Area;
